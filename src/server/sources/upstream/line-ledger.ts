import type { Gap } from '../../../contract/brontide.ts'
import { formatUtc, parseInstantMs } from '../../../contract/time.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { type Span, Spans } from '../../../core/time/spans.ts'

/** The longest window that a page shows of the live line. */
const GAPS_KEPT_MS = 2 * HOUR_MS
const OBSERVED_KEPT_MS = 10 * MINUTE_MS
/** The upstream tells no more of what is longer ago than this. */
export const REACH_MS = 5 * MINUTE_MS
/** A batch comes each second: so much of the present is not heard of yet, and not missing. */
const PRESENT_MS = 2 * SECOND_MS

/** Which time of a line was observed, and what of it is lost. Unix ms throughout. */
export interface LineLedger {
  observed(fromMs: number, toMs: number): void
  missing(fromMs: number, toMs: number): void
  lost(period: Span): Gap
  /** What is lost for good, of the last hours; the last of it may still grow. */
  gaps(): Gap[]
  /** What of a period is not known. */
  notObserved(fromMs: number, toMs: number): Span[]
  /** What was observed and lost before is of another world. */
  clear(): void
}

export function createLineLedger(deps: {
  feed: Gap['feed']
  nowMs(): number
  /** Whether what is heard now goes on from what was heard last. */
  isLive(): boolean
  /** How long after its moment a record may come. */
  lateMs(): number
  remembered: { observed: readonly Span[]; gaps: readonly Gap[]; coveredMs: number | null }
}): LineLedger {
  const { feed, nowMs, isLive, lateMs, remembered } = deps
  const observed = new Spans(remembered.observed)
  let coveredMs = remembered.coveredMs
  let gaps = remembered.gaps.filter((gap) => gap.feed === feed)

  function told({ fromMs, toMs }: Span): Gap {
    return { feed, from: formatUtc(fromMs), to: formatUtc(toMs) }
  }

  /** Of a break that lasts, what nothing can bring any more. */
  function lostByNow(): Gap[] {
    if (isLive() || coveredMs === null) return []
    const period = { fromMs: coveredMs - lateMs(), toMs: nowMs() - REACH_MS }
    return coveredMs < period.toMs ? [told(period)] : []
  }

  function forget(): void {
    const sinceMs = nowMs() - GAPS_KEPT_MS
    gaps = gaps.filter(({ to }) => (parseInstantMs(to) ?? sinceMs) >= sinceMs)
    observed.remove(Number.NEGATIVE_INFINITY, nowMs() - OBSERVED_KEPT_MS)
  }

  return {
    observed(fromMs, toMs) {
      observed.add(fromMs, toMs)
      coveredMs = Math.max(coveredMs ?? toMs, toMs)
      forget()
    },
    missing: (fromMs, toMs) => observed.remove(fromMs, toMs),
    lost(period) {
      observed.remove(period.fromMs, period.toMs)
      const gap = told(period)
      gaps.push(gap)
      forget()
      return gap
    },
    gaps: () => [...gaps, ...lostByNow()],
    notObserved(fromMs, toMs) {
      const known = new Spans(observed.list())
      // Of the last moments before a break not all has come; of a line that stands it is only not here yet.
      if (isLive()) known.add(toMs - PRESENT_MS, toMs)
      else if (coveredMs !== null) known.remove(coveredMs - lateMs(), toMs)
      return known.missing(fromMs, toMs)
    },
    clear() {
      observed.remove(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
      gaps = []
      coveredMs = null
    },
  }
}
