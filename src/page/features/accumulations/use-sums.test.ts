import { expect, it } from 'vitest'
import type { Accumulations } from '../../../contract/verification/accumulations.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import { describeSums } from './use-sums.ts'

const FROM_MS = Date.UTC(2026, 6, 1, 6)
const sums = (over: Partial<Accumulations>): Accumulations => ({
  state: 'known',
  simulated: false,
  kind: 'density',
  cellDeg: 0.1,
  cells: [],
  from: '2026-07-01T06:00:00.000Z',
  to: '2026-07-01T12:00:00.000Z',
  minutes: 360,
  notObservedMin: 0,
  ...over,
})

it('states the period if it was fully observed', () => {
  expect(describeSums(sums({}), FROM_MS)).toEqual({
    kind: 'known',
    fromMs: FROM_MS,
    toMs: FROM_MS + 6 * HOUR_MS,
    lengthMs: 6 * HOUR_MS,
    unknownMs: 0,
    isPart: false,
  })
})

it('counts unobserved time, and time before the history, as unknown', () => {
  const told = describeSums(sums({ notObservedMin: 30 }), FROM_MS - 18 * HOUR_MS)
  expect(told).toMatchObject({ kind: 'known', lengthMs: 24 * HOUR_MS, unknownMs: 18.5 * HOUR_MS, isPart: true })
  expect(describeSums(sums({ notObservedMin: 17 }), FROM_MS)).toMatchObject({ isPart: false })
  expect(describeSums(sums({ notObservedMin: 18 }), FROM_MS)).toMatchObject({ isPart: true })
})

it('is unknown, not calm, without observation', () => {
  expect(describeSums(sums({ notObservedMin: 360 }), FROM_MS)).toEqual({ kind: 'unknown' })
  expect(describeSums(sums({ state: 'waiting', from: null, to: null }), null)).toEqual({ kind: 'unknown' })
})

it('reports a server without strikes', () => {
  expect(describeSums(sums({ state: 'no-strikes', from: null, to: null }), null)).toEqual({ kind: 'no-strikes' })
})
