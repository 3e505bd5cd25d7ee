import type { Level } from '../../contract/watch/levels.ts'
import { secondEnd } from '../airports/hold-time.ts'
import { type Span, Spans } from '../time/spans.ts'
import type { OutlookAt } from './nowcast-trigger.ts'
import { type Moment, type PlacedStrike, PlaceLadder } from './place-ladder.ts'

/** A past nowcast for a place, Unix ms. */
export interface PastNowcast {
  atMs: number
  outlookAt: OutlookAt
}

/** Known data of the replayed period; spans and nowcasts in order, times Unix ms. */
export interface Past {
  /** When no lightning data arrived. */
  gaps?: readonly Span[]
  nowcasts?: readonly PastNowcast[]
  /** Periods without a nowcast. */
  withoutNowcast?: readonly Span[]
  toMs: number
  errorKm?: number
}

/** Replays past strikes, in order, through a lightning ladder; each counts as known at its own time. */
export function replayLadder(
  levels: readonly Level[],
  strikes: Iterable<PlacedStrike>,
  { gaps = [], nowcasts = [], withoutNowcast = [], toMs, errorKm = 0 }: Past,
): Moment[] {
  const ladder = new PlaceLadder(levels, undefined, errorKm)
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
