import { expect, it } from 'vitest'
import { PERIODS, periodEndMs, periodStartMs } from './periods.ts'

const utc = (ms: number | null) => ms && new Date(ms).toISOString()
const AT_MS = Date.UTC(2026, 6, 12, 8, 17, 42.5)

it.each([
  ['1h', '2026-07-12T07:17:00.000Z', '2026-07-12T08:17:00.000Z'],
  ['6h', '2026-07-12T02:15:00.000Z', '2026-07-12T08:15:00.000Z'],
  ['24h', '2026-07-11T08:10:00.000Z', '2026-07-12T08:10:00.000Z'],
  ['7d', '2026-07-05T08:10:00.000Z', '2026-07-12T08:10:00.000Z'],
  ['30d', '2026-06-12T08:10:00.000Z', '2026-07-12T08:10:00.000Z'],
  ['month', '2026-07-01T00:00:00.000Z', '2026-07-12T08:10:00.000Z'],
  ['year', '2026-01-01T00:00:00.000Z', '2026-07-12T08:10:00.000Z'],
  ['all', null, '2026-07-12T08:10:00.000Z'],
] as const)('%s goes from %s to %s', (period, from, to) => {
  const endMs = periodEndMs(period, AT_MS)
  expect([utc(periodStartMs(period, endMs)), utc(endMs)]).toEqual([from, to])
})

it('never begins when it ends, and never ends after the moment', () => {
  const turnOfYearMs = Date.UTC(2027, 0, 1)
  for (const period of PERIODS) {
    expect(periodStartMs(period, turnOfYearMs) ?? 0).toBeLessThan(turnOfYearMs)
    expect(periodEndMs(period, AT_MS)).toBeLessThanOrEqual(AT_MS)
  }
})

it('moves on in longer steps while time is played fast', () => {
  expect(utc(periodEndMs('1h', AT_MS, 3_600_000))).toBe('2026-07-12T08:00:00.000Z')
})
