import type { Storm } from '../../contract/nowcast.ts'

/** What stands beside a storm's rate: that it is new, or by how many per cent the rate has changed in five minutes. */
export type StormBadge = { kind: 'new' } | { kind: 'rising' | 'falling'; percent: number }

/** Percentages are told in steps of so many. */
const STEP_PERCENT = 5

/** Null where the rate stays as it is, or no trend is known. */
export function badgeOf({ trend, strokesPerMin, changePerMin }: Storm): StormBadge | null {
  if (trend === null || trend === 'steady' || strokesPerMin === null || changePerMin === null) return null
  if (trend === 'starting') return { kind: 'new' }
  const percent = (100 * changePerMin) / Math.max(strokesPerMin - changePerMin, Number.MIN_VALUE)
  return {
    kind: trend === 'growing' ? 'rising' : 'falling',
    percent: Math.round(percent / STEP_PERCENT) * STEP_PERCENT,
  }
}
