import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/durations.ts'

/** Over how long strokes and hours with thunder are summed: up to the shown moment, `month` and `year` from when these began (UTC). */
export const PERIODS = ['1h', '6h', '24h', '7d', '30d', 'month', 'year', 'all'] as const
export type Period = (typeof PERIODS)[number]

const LENGTH_MS = { '1h': HOUR_MS, '6h': 6 * HOUR_MS, '24h': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS }

/** When a period ends that is looked at now, Unix ms: screens that look at the same have the same answer for a while. */
export function periodEndMs(period: Period, atMs: number, leastStepMs = 0): number {
  const stepMs = Math.max(leastStepMs, period === '1h' ? MINUTE_MS : period === '6h' ? 5 * MINUTE_MS : 10 * MINUTE_MS)
  return Math.floor(atMs / stepMs) * stepMs
}

/** When a period begins that ends then; null: with all that is kept. */
export function periodStartMs(period: Period, endMs: number): number | null {
  const end = new Date(endMs - 1) // the last moment of a month is of that month
  if (period === 'all') return null
  if (period === 'month') return Date.UTC(end.getUTCFullYear(), end.getUTCMonth())
  return period === 'year' ? Date.UTC(end.getUTCFullYear(), 0) : endMs - LENGTH_MS[period]
}
