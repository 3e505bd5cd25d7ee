import type { StrikeCounts } from '../../../contract/strike-history.ts'
import type { StrikeBins } from '../../../core/strikes/strike-bins.ts'
import { type Span, Spans } from '../../../core/time/spans.ts'

/** The data of the timeline, read in place to avoid allocation each second. */
export interface Bins {
  binMs: number
  /** Bins are counted since 1970; from the first up to, not including, the end. */
  first: number
  end: number
  all(bin: number): number
  /** Counts in view: available, loading, or not provided for long spans. */
  inView: ((bin: number) => number) | 'loading' | null
  notObserved: readonly Span[]
  pending: readonly Span[]
}

/** Counts from strikes in memory. */
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

/** The last minutes as counted by the page, minute by minute, with their coverage. */
export interface OwnTail {
  bins: Pick<StrikeBins, 'binMs' | 'last' | 'length' | 'all' | 'inView'>
  notObserved(fromMs: number, toMs: number): readonly Span[]
  pending(fromMs: number, toMs: number): readonly Span[]
}

/**
 * Counts of the server up to some minute, then of the page; without a response all are loading. `inView` is the
 * server's response for the view, null while loading and undefined if not requested.
 */
export function remoteBins(
  { all, inView }: { all: StrikeCounts | null; inView: StrikeCounts | null | undefined },
  { fromMs, toMs, binMs }: Span & { binMs: number },
  tail: OwnTail,
): Bins {
  const first = Math.floor(fromMs / binMs)
  const end = Math.floor(toMs / binMs) + 1
  const viewed = inView && withTail(inView, tail.bins, tail.bins.inView)
  const view = viewed ?? (inView === undefined ? null : 'loading')
  if (!all) {
    return { binMs, first, end, all: () => 0, inView: view, notObserved: [], pending: [{ fromMs, toMs }] }
  }
  const beforeMs = all.fromMs > fromMs ? [{ fromMs, toMs: all.fromMs }] : []
  const told = all.notObserved.map(([from, to]) => ({ fromMs: from, toMs: to }))
  const heldMs = (tail.bins.last - tail.bins.length + 1) * tail.bins.binMs
  const missing = new Spans(tail.pending(all.toMs, toMs))
  if (heldMs > all.toMs) missing.add(all.toMs, heldMs)
  return {
    binMs,
    first,
    end,
    all: withTail(all, tail.bins, tail.bins.all),
    inView: view,
    notObserved: [...beforeMs, ...told, ...tail.notObserved(all.toMs, toMs)],
    pending: [...missing.list()],
  }
}

/** Bins of the server's response, extended by the page's minutes. */
function withTail(counts: StrikeCounts, tail: OwnTail['bins'], own: Uint32Array): (bin: number) => number {
  const { stepMs, toMs } = counts
  const offset = counts.fromMs / stepMs
  const firstOwn = Math.max(tail.last - tail.length + 1, Math.ceil(toMs / tail.binMs))
  const perBin = stepMs / tail.binMs
  return (bin) => {
    let count = counts.counts[bin - offset] ?? 0
    const end = Math.min(tail.last + 1, (bin + 1) * perBin)
    for (let minute = Math.max(firstOwn, bin * perBin); minute < end; minute++) count += own[minute % tail.length]!
    return count
  }
}

export function highest(bins: Bins, count: (bin: number) => number): number {
  let most = 0
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
