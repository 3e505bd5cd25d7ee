import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/durations.ts'

/** Periods of sums: up to the shown time, `month` and `year` from their begin (UTC). */
export const PERIODS = ['1h', '6h', '24h', '7d', '30d', 'month', 'year', 'all'] as const
export type Period = (typeof PERIODS)[number]

const LENGTH_MS = { '1h': HOUR_MS, '6h': 6 * HOUR_MS, '24h': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS }

/** Rounded end of a period, Unix ms, so that screens share cached responses. */
export function periodEndMs(period: Period, atMs: number, leastStepMs = 0): number {
  const stepMs = Math.max(leastStepMs, period === '1h' ? MINUTE_MS : period === '6h' ? 5 * MINUTE_MS : 10 * MINUTE_MS)
  return Math.floor(atMs / stepMs) * stepMs
}

/** Begin of a period with that end; null for all stored data. */
export function periodStartMs(period: Period, endMs: number): number | null {
  const end = new Date(endMs - 1) // the last instant of a month belongs to it
  if (period === 'all') return null
  if (period === 'month') return Date.UTC(end.getUTCFullYear(), end.getUTCMonth())
  return period === 'year' ? Date.UTC(end.getUTCFullYear(), 0) : endMs - LENGTH_MS[period]
}
