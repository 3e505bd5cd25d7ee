import { expect, it } from 'vitest'
import type { AnotherStrike } from '../../../../contract/verification/another-strike.ts'
import { watchOf } from '../../../../core/airports/hold-time.ts'
import type { RingTimer } from '../../../../core/airports/lightning-hold-timer.ts'
import type { Span } from '../../../../core/time/spans.ts'
import { words } from '../../../../testing/locales/page-words.ts'
import { againText, basisText, holdTimesOf } from './again-words.ts'

const t = words.getFixedT('en', 'again')
const NOW = Date.UTC(2026, 6, 1, 8)
const TOLD: AnotherStrike = {
  place: 'ZSPD',
  ringKm: 5,
  simulated: false,
  withinMin: 30,
  basis: { kind: 'recorded', ringKm: 5 },
  after: [
    { afterMin: 0, cases: 400, struck: 360, closedMin: 0 },
    { afterMin: 5, cases: 120, struck: 60, closedMin: 300 },
    { afterMin: 10, cases: 100, struck: 40, closedMin: 500 },
    { afterMin: 15, cases: 90, struck: 18, closedMin: 700 },
    { afterMin: 20, cases: 80, struck: 12, closedMin: 800 },
    { afterMin: 30, cases: 70, struck: 7, closedMin: 1_000 },
  ],
}
const MIN = 60_000
const ringAfter = (minutes: number): RingTimer => ({
  km: 5,
  count: 3,
  perhaps: 0,
  lastMs: NOW - minutes * MIN - 500,
})
const told = (ring: RingTimer, told = TOLD, missing: Span[] = [], isLoading = false) =>
  againText(told, ring, { nowMs: NOW, watch: watchOf(missing, NOW, 30 * MIN, { isLoading }) }, t)

it('has the probability after the longest wait that has passed', () => {
  expect(told(ringAfter(12))).toBe(
    'No strike detected within 5 km for 10 min: another followed within 30 min in 40% of past cases (100).',
  )
  expect(told(ringAfter(9))).toContain('for 5 min: another followed within 30 min in 50% of past cases (120)')
  // After a gap the countdown restarts, independent of the age of the last known strike.
  expect(told(ringAfter(12), TOLD, [{ fromMs: NOW - 8 * MIN, toMs: NOW - 6 * MIN }])).toContain('for 5 min')
})

it('omits quiet minutes before the first has passed', () => {
  expect(told(ringAfter(2))).toBe(
    'After a strike within 5 km, another followed within 30 min in 90% of past cases (400).',
  )
})

it('states missed strikes and total time of shorter and longer hold times', () => {
  expect(holdTimesOf(TOLD)).toEqual([
    { afterMin: 15, struckPercent: 20, heldPercent: 70 },
    { afterMin: 20, struckPercent: 15, heldPercent: 80 },
    { afterMin: 30, struckPercent: 10, heldPercent: 100 },
  ])
  expect(holdTimesOf({ ...TOLD, after: TOLD.after.map((each) => ({ ...each, cases: 0 })) })).toEqual([])
})

it('states the days of the data, and that strikes are simulated', () => {
  expect(basisText(TOLD, t)).toBe('From recorded storms, not yet here.')
  const basis = { kind: 'place', from: '2026-05-01T00:00:00.000Z', to: '2026-07-01T05:00:00.000Z' } as const
  expect(basisText({ ...TOLD, basis }, t)).toMatch(/Counted here 2026-05-01 to 2026-07-01\.$/)
  expect(basisText({ ...TOLD, basis, simulated: true }, t)).toMatch(/Simulated strikes\.$/)
})

it('names the ring of recorded storms where it is another one', () => {
  const of3Km = { ...TOLD, ringKm: 3 }
  expect(told({ ...ringAfter(12), km: 3 }, of3Km)).toMatch(
    /within 3 km .* past cases \(\d+\)\. Counted for rings of 5 km\.$/,
  )
  expect(basisText(of3Km, t)).toBe('From recorded storms, not yet here. Counted for rings of 5 km.')
})

it('is unknown while the data are interrupted, and absent without data', () => {
  expect(told(ringAfter(12), TOLD, [{ fromMs: NOW - MIN, toMs: NOW }])).toBe(
    'Another strike within 5 km? Unknown: data interrupted.',
  )
  expect(told(ringAfter(12), TOLD, [], true)).toBe('Another strike within 5 km? Loading.')
  expect(told({ ...ringAfter(12), count: 0 })).toBeNull()
  expect(told(ringAfter(12), { ...TOLD, after: TOLD.after.map((each) => ({ ...each, cases: 0 })) })).toBeNull()
})
