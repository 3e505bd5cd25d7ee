import type { StrikeCounts } from '../../contract/strike-history.ts'
import type { Span } from '../../core/spans.ts'
import type { StrikeBins } from '../../core/strike-bins.ts'

/** What the timeline draws, read in place: nothing is made for each second. */
export interface Bins {
  binMs: number
  /** Bins are counted since 1970; from the first up to, not including, the end. */
  first: number
  end: number
  all(bin: number): number
  /** Null where nobody knows what of it is in view. */
  inView: ((bin: number) => number) | null
  notObserved: readonly Span[]
  pending: readonly Span[]
}

/** Of strikes that the page holds. */
export function ownBins(bins: StrikeBins, notObserved: readonly Span[], pending: readonly Span[]): Bins {
  return {
    binMs: bins.binMs,
    first: bins.last - bins.length + 1,
    end: bins.last + 1,
    all: (bin) => bins.all[bin % bins.length]!,
    inView: (bin) => bins.inView[bin % bins.length]!,
    notObserved,
    pending,
  }
}

/** Of what a server counted; without an answer everything is on its way. */
export function remoteBins(counts: StrikeCounts | null, fromMs: number, toMs: number, binMs: number): Bins {
  const first = Math.floor(fromMs / binMs)
  const end = Math.floor(toMs / binMs) + 1
  if (!counts) {
    return { binMs, first, end, all: () => 0, inView: null, notObserved: [], pending: [{ fromMs, toMs }] }
  }
  const offset = counts.fromMs / counts.stepMs
  const beforeMs = counts.fromMs > fromMs ? [{ fromMs, toMs: counts.fromMs }] : []
  return {
    binMs,
    first,
    end,
    all: (bin) => counts.counts[bin - offset] ?? 0,
    inView: null,
    notObserved: [...beforeMs, ...counts.notObserved.map(([from, to]) => ({ fromMs: from, toMs: to }))],
    pending: toMs - counts.toMs > binMs ? [{ fromMs: counts.toMs, toMs }] : [],
  }
}

/** The most in one bin, at least 1. */
export function highest(bins: Bins, count: (bin: number) => number): number {
  let most = 1
  for (let bin = bins.first; bin < bins.end; bin++) most = Math.max(most, count(bin))
  return most
}

/** How much of a period is in the spans, 0 to 1. */
export function shareOf(spans: readonly Span[], fromMs: number, toMs: number): number {
  const covered = spans.reduce(
    (sum, span) => sum + Math.max(0, Math.min(span.toMs, toMs) - Math.max(span.fromMs, fromMs)),
    0,
  )
  return toMs > fromMs ? Math.min(1, covered / (toMs - fromMs)) : 0
}
