import { expect, it } from 'vitest'
import { isLayerStep, layerStep } from './layer-time.ts'

const RADAR = { stepMin: 10, delayMin: 5, keepHours: 2 }
const at = (clock: string) => Date.parse(`2026-07-01T${clock}Z`)
const step = (clock: string) => ({ kind: 'step', stepMs: at(clock) })

it.each([
  ['the newest step that can be had, while live', '08:16:00', null, step('08:10:00')],
  ['the one before, while the newest is on its way', '08:14:59', null, step('08:00:00')],
  ['the last step before the shown moment', '08:16:00', '07:29:59', step('07:20:00')],
  ['the newest, where the shown moment has none yet', '08:14:00', '08:13:00', step('08:00:00')],
  ['nothing beyond what is kept', '08:16:00', '06:15:00', { kind: 'not-kept' }],
])('shows %s', (_, now, shown, expected) => {
  expect(layerStep(RADAR, at(now), shown === null ? null : at(shown))).toEqual(expected)
})

it('shows the newest of a layer without history, and none of its past', () => {
  const alone = { ...RADAR, keepHours: 0 }
  expect(layerStep(alone, at('08:16:00'), at('08:15:00'))).toEqual(step('08:10:00'))
  expect(layerStep(alone, at('08:16:00'), at('08:09:00'))).toEqual({ kind: 'not-kept' })
})

it.each([
  ['08:10:00', true],
  ['08:20:00', true], // by a clock that is a little ahead
  ['08:30:00', false],
  ['06:20:00', true],
  ['05:50:00', false],
  ['08:05:00', false],
])('takes %s for a step of the layer: %s', (clock, isStep) => {
  expect(isLayerStep(RADAR, at(clock), at('08:16:00'))).toBe(isStep)
})
