import { MINUTE_MS } from '../time/durations.ts'
import type { StormCell } from './storm-cells.ts'

/** What stands beside a storm's rate: that it is new, or by how many per cent the rate has changed in five minutes. */
export type StormBadge = { kind: 'new' } | { kind: 'rising' | 'falling'; percent: number }

/** A badge that is there stays until less than this is left of the change that brought it. */
const STAYS_PERCENT = 10
/** The number that is told stays until it is off by so much. */
const STEP_PERCENT = 5
/** After a leap in time nothing of before counts. */
const LEAP_MS = MINUTE_MS

type Storm = Pick<StormCell, 'id' | 'trend' | 'strokesPerMin' | 'changePerMin'>

/** Tells the badges of a moment's storms, by their ids. It remembers those of the moment before, so that none flickers. */
export function createStormBadges(): (storms: readonly Storm[], nowMs: number) => ReadonlyMap<number, StormBadge> {
  let held = new Map<number, StormBadge>()
  let heldMs = 0

  return (storms, nowMs) => {
    const before = Math.abs(nowMs - heldMs) > LEAP_MS ? null : held
    held = new Map()
    heldMs = nowMs
    for (const storm of storms) {
      const badge = badgeOf(storm, before?.get(storm.id) ?? null)
      if (badge) held.set(storm.id, badge)
    }
    return held
  }
}

function badgeOf({ trend, strokesPerMin, changePerMin }: Storm, before: StormBadge | null): StormBadge | null {
  if (trend === null || strokesPerMin === null || changePerMin === null) return null
  if (trend === 'starting') return { kind: 'new' }
  const percent = (100 * changePerMin) / Math.max(strokesPerMin - changePerMin, Number.MIN_VALUE)
  const stays = (kind: StormBadge['kind']) => before?.kind === kind && Math.abs(percent) >= STAYS_PERCENT
  const isRising = trend === 'growing' || (percent > 0 && stays('rising'))
  const isFalling = trend === 'weakening' || (percent < 0 && stays('falling'))
  if (!isRising && !isFalling) return null
  const kind = isRising ? 'rising' : 'falling'
  const told = before?.kind === kind ? before.percent : Number.NaN
  if (Math.abs(told - percent) < STEP_PERCENT) return before
  return { kind, percent: Math.round(percent / STEP_PERCENT) * STEP_PERCENT }
}
