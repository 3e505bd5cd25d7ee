import type { Clock } from '../../core/time/clock.ts'
import { HOUR_MS } from '../../core/time/durations.ts'
import { type Span, Spans } from '../../core/time/spans.ts'

/** Longer than the reach of any response. */
const KEPT_MS = HOUR_MS
/** More single times of a response are reported as one period. */
const APART_MAX = 10

/** Times of unreadable records: each is in all responses of the next minutes, but reported once. */
export interface LostMoments {
  /** The parts of `periods` not reported before. */
  news(periods: readonly Span[]): readonly Span[]
}

export function createLostMoments(clock: Pick<Clock, 'now'>): LostMoments {
  const told = new Spans()

  return {
    news(periods) {
      told.remove(Number.NEGATIVE_INFINITY, clock.now() - KEPT_MS)
      const rest = new Spans(periods)
      for (const { fromMs, toMs } of told.list()) rest.remove(fromMs, toMs)
      const list = rest.list()
      const first = list[0]
      const last = list.at(-1)
      if (!first || !last) return []
      const news = list.length > APART_MAX ? [{ fromMs: first.fromMs, toMs: last.toMs }] : [...list]
      for (const { fromMs, toMs } of news) told.add(fromMs, toMs)
      return news
    },
  }
}
