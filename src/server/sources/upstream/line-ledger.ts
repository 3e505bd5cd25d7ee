import type { Gap } from '../../../contract/brontide.ts'
import { formatUtc, parseInstantMs } from '../../../contract/time.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { spanOf } from '../../../core/time/gaps.ts'
import { type Span, Spans } from '../../../core/time/spans.ts'

/** The longest window that a page shows of the live line. */
const GAPS_KEPT_MS = 2 * HOUR_MS
const OBSERVED_KEPT_MS = 10 * MINUTE_MS
/** The upstream delivers no data older than this. */
export const REACH_MS = 5 * MINUTE_MS
/** A batch arrives every second: this much of the present is pending, not missing. */
const PRESENT_MS = 2 * SECOND_MS

/** Observed and lost periods of a line. Unix ms. */
export type LineLedger = ReturnType<typeof createLineLedger>

export function createLineLedger(deps: {
  feed: Gap['feed']
  nowMs(): number
  /** Whether new data continues the previous data without a break. */
  isLive(): boolean
  /** Maximum delay of a record. */
  lateMs(): number
  remembered: { observed: readonly Span[]; gaps: readonly Gap[]; coveredMs: number | null }
}) {
  const { feed, nowMs, isLive, lateMs, remembered } = deps
  const observed = new Spans(remembered.observed)
  let coveredMs = remembered.coveredMs
  let gaps = remembered.gaps.filter((gap) => gap.feed === feed && !isYoung(gap))
  /** Holes from before a restart that a backfill may still fill: lost once they are out of reach. */
  const unfilled = new Spans(
    remembered.gaps.filter((gap) => gap.feed === feed && isYoung(gap)).flatMap((gap) => spanOf(gap) ?? []),
  )

  /** REST has only the latest reports, so that earlier ones are lost at once. */
  function isYoung({ to }: Gap): boolean {
    return feed === 'lightning' && (parseInstantMs(to) ?? 0) > nowMs() - REACH_MS
  }

  function told({ fromMs, toMs }: Span): Gap {
    return { feed, from: formatUtc(fromMs), to: formatUtc(toMs) }
  }

  /** The part of an ongoing outage that is beyond the upstream's reach. */
  function lostByNow(): Gap[] {
    if (isLive() || coveredMs === null) return []
    const period = { fromMs: coveredMs - lateMs(), toMs: nowMs() - REACH_MS }
    return coveredMs < period.toMs ? [told(period)] : []
  }

  function forget(): void {
    const sinceMs = nowMs() - GAPS_KEPT_MS
    gaps = gaps.filter(({ to }) => (parseInstantMs(to) ?? sinceMs) >= sinceMs)
    observed.remove(Number.NEGATIVE_INFINITY, nowMs() - OBSERVED_KEPT_MS)
    unfilled.remove(Number.NEGATIVE_INFINITY, sinceMs)
  }

  return {
    /** Time up to which data are complete, also from before the start; null if unknown. */
    coveredMs: () => coveredMs,
    observed(fromMs: number, toMs: number): void {
      observed.add(fromMs, toMs)
      unfilled.remove(fromMs, toMs)
      coveredMs = Math.max(coveredMs ?? toMs, toMs)
      forget()
    },
    missing: (fromMs: number, toMs: number): void => observed.remove(fromMs, toMs),
    lost(period: Span): Gap {
      observed.remove(period.fromMs, period.toMs)
      unfilled.remove(period.fromMs, period.toMs)
      const gap = told(period)
      gaps.push(gap)
      forget()
      return gap
    },
    /** Lost periods of the last hours, without those that may still be backfilled; the last one may still grow. */
    gaps(): Gap[] {
      const outOfReach = unfilled.list().filter(({ toMs }) => toMs <= nowMs() - REACH_MS)
      return [...gaps, ...outOfReach.map(told), ...lostByNow()]
    },
    /** Unknown parts of a period. */
    notObserved(fromMs: number, toMs: number): Span[] {
      const known = new Spans(observed.list())
      // The last moments before a break are incomplete; on a live line they are pending only.
      if (isLive()) known.add(toMs - PRESENT_MS, toMs)
      else if (coveredMs !== null) known.remove(coveredMs - lateMs(), toMs)
      return known.missing(fromMs, toMs)
    },
    /** Drops coverage and gaps of another data origin. */
    clear(): void {
      observed.remove(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
      unfilled.remove(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
      gaps = []
      coveredMs = null
    },
  }
}
