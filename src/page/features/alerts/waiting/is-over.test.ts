import { expect, it } from 'vitest'
import type { Alarm } from '../../../../contract/watch/alarms.ts'
import { isOver, newestOf } from './use-waiting.ts'

const row = (at: string, states: Record<string, string>, over: object = {}) =>
  ({
    id: at,
    at: `2026-07-01T08:${at}:00Z`,
    place: { id: 'ZSPD' },
    ladder: 'lightning',
    changed: ['r5'],
    levels: Object.entries(states).map(([id, state]) => ({ id, state })),
    ...over,
  }) as unknown as Alarm

const up = row('10', { r5: 'on', r16: 'on' })

it.each([
  ['its level is off in the newest row of the ladder', row('40', { r5: 'off', r16: 'on' }), true],
  ['its level is no more', row('40', { r16: 'on' }), true],
  ['its level is still on', row('40', { r5: 'on', r16: 'on' }), false],
  ['another ladder ended', row('40', { wind: 'off' }, { ladder: 'weather' }), false],
  ['levels of somebody’s own ended', row('40', { r5: 'off' }, { own: 'ZSPD:a' }), false],
  ['nothing newer is known', row('09', { r5: 'off' }), false],
])('is known for a row where %s: not otherwise', (_, newest, over) => {
  expect(isOver(up, newestOf([newest, up]))).toBe(over)
})

it('is unknown for rows without a ladder', () => {
  expect(isOver({ ...up, ladder: null }, newestOf([row('40', { r5: 'off' })]))).toBe(false)
})
