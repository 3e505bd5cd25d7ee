import type { Level } from '../../contract/watch/levels.ts'
import { secondEnd } from '../airports/hold-time.ts'
import type { Span } from '../time/spans.ts'
import { NO_GAPS } from './level-state.ts'
import { type Moment, PlaceLadder } from './place-ladder.ts'

/** A strike at so many km from a place, Unix ms. */
export interface PlacedStrike {
  timeMs: number
  km: number
}

/** What a lightning ladder would have done with strikes of the past, in order, each known when it struck. `gaps` in order; times Unix ms. */
export function replayLadder(
  levels: readonly Level[],
  strikes: Iterable<PlacedStrike>,
  { gaps = [], toMs, errorKm = 0 }: { gaps?: readonly Span[]; toMs: number; errorKm?: number },
): Moment[] {
  const ladder = new PlaceLadder('lightning', levels, undefined, errorKm)
  const at = gaps.length === 0 ? NO_GAPS : { lightning: gaps, nowcast: gaps }
  const moments: Moment[] = []
  for (const { timeMs, km } of strikes) moments.push(...ladder.strike(timeMs, km, secondEnd(timeMs), at, true))
  return [...moments, ...ladder.advance(toMs, at)]
}
