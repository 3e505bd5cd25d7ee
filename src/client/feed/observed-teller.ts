import type { Clock } from '../../core/time/clock.ts'
import { type Span, Spans } from '../../core/time/spans.ts'
import type { FeedEvent } from './feed.ts'

/**
 * The one that says which time a feed has observed: each piece begins where the one before ended, so that whoever adds
 * them up has no slivers in between.
 */
export interface ObservedTeller {
  /** Unix ms until which the line was told to have brought everything; null before the first subscription. */
  readonly untilMs: number | null
  /** A subscription stands: from now on the line brings everything. */
  subscribed(): void
  /** The line has brought everything up to `untilMs`. */
  brought(untilMs: number | null): void
  /** REST brought everything since `reachMs`, but for `holes` and for what was lost. */
  answered(reachMs: number, holes: readonly Span[]): void
  /** Of what came since `fromMs` something is missing, until an answer brings it. */
  missing(fromMs: number): void
  /** Nothing will bring this period any more. */
  lost(period: Span): void
}

export function createObservedTeller(deps: {
  clock: Clock
  emit(event: Extract<FeedEvent<never>, { kind: 'observed' | 'missing' }>): void
}): ObservedTeller {
  const { clock, emit } = deps
  let toldMs = Number.POSITIVE_INFINITY // nothing is before the first subscription
  let lostSinceAnswer: Span[] = []

  function tell(fromMs: number, toMs: number): void {
    if (toMs > fromMs) emit({ kind: 'observed', fromMs, toMs })
  }

  return {
    get untilMs() {
      return Number.isFinite(toldMs) ? toldMs : null
    },
    subscribed() {
      toldMs = clock.now()
    },
    brought(untilMs) {
      // A clock that was put back leaves it in the future, of which the line has brought nothing yet.
      toldMs = Math.min(toldMs, clock.now())
      if (untilMs === null || untilMs <= toldMs) return
      tell(toldMs, untilMs)
      toldMs = untilMs
    },
    answered(reachMs, holes) {
      const observed = new Spans([{ fromMs: reachMs, toMs: clock.now() }])
      for (const { fromMs, toMs } of [...lostSinceAnswer, ...holes]) observed.remove(fromMs, toMs)
      lostSinceAnswer = []
      for (const { fromMs, toMs } of observed.list()) tell(fromMs, toMs)
    },
    missing(fromMs) {
      toldMs = clock.now()
      emit({ kind: 'missing', fromMs, toMs: toldMs })
    },
    lost(period) {
      lostSinceAnswer.push(period)
      if (period.toMs <= toldMs) return
      tell(toldMs, period.fromMs)
      toldMs = period.toMs
    },
  }
}
