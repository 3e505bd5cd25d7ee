import type { Storm } from '../../contract/nowcast.ts'

/** Badge of a storm: new, or the change of its rate in five minutes, per cent. */
export type StormBadge = { kind: 'new' } | { kind: 'rising' | 'falling'; percent: number }

/** Percentages are rounded to steps of this size. */
const STEP_PERCENT = 5

/** Null if the rate is steady, or no trend is known. */
export function badgeOf({ trend, strokesPerMin, changePerMin }: Storm): StormBadge | null {
  if (trend === null || trend === 'steady' || strokesPerMin === null || changePerMin === null) return null
  if (trend === 'starting') return { kind: 'new' }
  const percent = (100 * changePerMin) / Math.max(strokesPerMin - changePerMin, Number.MIN_VALUE)
  return {
    kind: trend === 'growing' ? 'rising' : 'falling',
    percent: Math.round(percent / STEP_PERCENT) * STEP_PERCENT,
  }
}
