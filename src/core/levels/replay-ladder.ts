import type { Level } from '../../contract/watch/levels.ts'
import { secondEnd } from '../airports/hold-time.ts'
import { type Span, Spans } from '../time/spans.ts'
import { type Moment, type OutlookAt, PlaceLadder } from './place-ladder.ts'

/** A strike at so many km from a place, Unix ms. */
export interface PlacedStrike {
  timeMs: number
  km: number
}

/** What a nowcast of the past said of a place, Unix ms. */
export interface PastNowcast {
  atMs: number
  outlookAt: OutlookAt
}

/** What is known of the time that is replayed; spans and nowcasts in order, times Unix ms. */
export interface Past {
  /** When no lightning data arrived. */
  gaps?: readonly Span[]
  nowcasts?: readonly PastNowcast[]
  /** When no nowcast was there. */
  withoutNowcast?: readonly Span[]
  toMs: number
  errorKm?: number
}

/** What a lightning ladder would have done with strikes of the past, in order, each known when it struck. */
export function replayLadder(
  levels: readonly Level[],
  strikes: Iterable<PlacedStrike>,
  { gaps = [], nowcasts = [], withoutNowcast = [], toMs, errorKm = 0 }: Past,
): Moment[] {
  const ladder = new PlaceLadder('lightning', levels, undefined, errorKm)
  const at = { lightning: gaps, nowcast: new Spans([...gaps, ...withoutNowcast]).list() }
  const moments: Moment[] = []
  let next = 0
  const takeNowcasts = (untilMs: number) => {
    for (; next < nowcasts.length && nowcasts[next]!.atMs < untilMs; next++) {
      const { atMs, outlookAt } = nowcasts[next]!
      moments.push(...ladder.nowcast(outlookAt, atMs, at, true))
    }
  }
  for (const { timeMs, km } of strikes) {
    const nowMs = secondEnd(timeMs)
    takeNowcasts(nowMs)
    moments.push(...ladder.strike(timeMs, km, nowMs, at, true))
  }
  takeNowcasts(toMs)
  return [...moments, ...ladder.advance(toMs, at)]
}
