import { expect, it } from 'vitest'
import type { AnotherStrike } from '../../../../contract/verification/another-strike.ts'
import type { RingTimer } from '../../../../core/airports/lightning-hold-timer.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { createI18n } from '../../../i18n/i18n.ts'
import { againStrings } from './again-strings.ts'
import { againTold } from './again-words.ts'

const t = createI18n([], 'en').getFixedT('en', 'again')
addWords('again', againStrings)
const NOW = Date.UTC(2026, 6, 1, 8)
const TOLD: AnotherStrike = {
  ...{ place: 'ZSPD', ringKm: 5, simulated: false, withinMin: 30, basis: { kind: 'recorded', ringKm: 5 } },
  after: [
    { afterMin: 0, cases: 400, struck: 360, closedMin: 0 },
    { afterMin: 5, cases: 120, struck: 60, closedMin: 300 },
    { afterMin: 10, cases: 100, struck: 40, closedMin: 500 },
    { afterMin: 15, cases: 90, struck: 18, closedMin: 700 },
    { afterMin: 20, cases: 80, struck: 12, closedMin: 800 },
    { afterMin: 30, cases: 70, struck: 7, closedMin: 1_000 },
  ],
}
const ringAfter = (minutes: number, running = true): RingTimer => ({
  ...{ km: 5, count: 3, perhaps: 0, lastMs: NOW - minutes * 60_000 - 500 },
  hold: { kind: 'struck', remainingMs: (30 - minutes) * 60_000, running },
})
const told = (ring: RingTimer, told = TOLD) => againTold(told, ring, 30 * 60_000, t)

it('tells the chance after the longest wait that has passed, and what going on would have cost', () => {
  expect(told(ringAfter(12))).toBe(
    '5 km quiet for 10 min: another strike within 30 min in 40 % of 100 cases. Going on after 15 / 20 / 30 min: 20 / 15 / 10 %, closed 70 / 80 / 100 % as long. From recorded storms, not yet here.',
  )
  expect(told(ringAfter(9))).toContain('for 5 min: another strike within 30 min in 50 % of 120')
  // After a break the count-down begins anew, however long ago the last known strike was.
  const anew = { ...ringAfter(12), hold: { kind: 'struck', remainingMs: 24 * 60_000, running: true } } as const
  expect(told(anew)).toContain('quiet for 5 min')
})

it('says of which days it is, and that strikes are simulated', () => {
  const basis = { kind: 'place', from: '2026-05-01T00:00:00.000Z', to: '2026-07-01T05:00:00.000Z' } as const
  expect(told(ringAfter(12), { ...TOLD, basis })).toMatch(/Counted here 2026-05-01 to 2026-07-01\.$/)
  expect(told(ringAfter(12), { ...TOLD, basis, simulated: true })).toMatch(/Simulated strikes\.$/)
})

it('is unknown while the data are interrupted, and silent where there is nothing to go by', () => {
  expect(told(ringAfter(12, false))).toBe('Another strike within 5 km? Unknown: data interrupted.')
  expect(told({ ...ringAfter(12), hold: { kind: 'quiet' } })).toBeNull()
  expect(told(ringAfter(12), { ...TOLD, after: TOLD.after.map((each) => ({ ...each, cases: 0 })) })).toBeNull()
})
