import type { Clock } from '../../core/time/clock.ts'
import { type Span, Spans } from '../../core/time/spans.ts'
import type { FeedEvent } from './feed.ts'

/** Reports observed time of a feed: consecutive periods are adjacent, so that their union has no slivers. */
export function createObservedReporter(deps: {
  clock: Clock
  emit(event: Extract<FeedEvent<never>, { kind: 'observed' | 'missing' }>): void
}) {
  const { clock, emit } = deps
  let toldMs = Number.POSITIVE_INFINITY // before the first subscription nothing counts as observed
  let lostSinceAnswer: Span[] = []

  function tell(fromMs: number, toMs: number): void {
    if (toMs > fromMs) emit({ kind: 'observed', fromMs, toMs })
  }

  return {
    /** Unix ms up to which the line was reported complete; null before the first subscription. */
    get untilMs(): number | null {
      return Number.isFinite(toldMs) ? toldMs : null
    },
    /** A subscription is confirmed: the line is complete from now on. */
    subscribed(): void {
      toldMs = clock.now()
    },
    /** The line is complete up to `untilMs`. */
    brought(untilMs: number | null): void {
      // After a clock was set back this time would be in the future, without data of the line.
      toldMs = Math.min(toldMs, clock.now())
      if (untilMs === null || untilMs <= toldMs) return
      tell(toldMs, untilMs)
      toldMs = untilMs
    },
    /** REST is complete since `reachMs`, except for `holes` and lost periods. */
    answered(reachMs: number, holes: readonly Span[]): void {
      const observed = new Spans([{ fromMs: reachMs, toMs: clock.now() }])
      for (const { fromMs, toMs } of [...lostSinceAnswer, ...holes]) observed.remove(fromMs, toMs)
      lostSinceAnswer = []
      for (const { fromMs, toMs } of observed.list()) tell(fromMs, toMs)
    },
    /** Part of the time since `fromMs` is missing until a backfill. */
    missing(fromMs: number): void {
      toldMs = clock.now()
      emit({ kind: 'missing', fromMs, toMs: toldMs })
    },
    lost(period: Span): void {
      lostSinceAnswer.push(period)
      if (period.toMs <= toldMs) return
      tell(toldMs, period.fromMs)
      toldMs = period.toMs
    },
  }
}
