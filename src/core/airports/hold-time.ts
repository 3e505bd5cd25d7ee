import type { Span } from '../time/spans.ts'

/**
 * Shorter breaks are no gaps: batches come once a second, so the edges of observed periods are right to a second or
 * two.
 */
export const BREAK_MIN_MS = 2_000

/** How much of the time up to now was observed. */
export interface Watch {
  /** How much of the hold time was observed. */
  observedMs: number
  /** From when on `breaks` are known. */
  sinceMs: number
  /** Since when there is no break; null while there is one. */
  unbrokenSinceMs: number | null
  /** Stretches that were not observed, in order. */
  breaks: readonly Span[]
  /** Part of the hold time is still being fetched: strikes may be missing, so nothing counts down and nothing is quiet. */
  isLoading: boolean
  /** It is not being fetched because the history answers an error, and is asked for again. `isLoading` is true, too. */
  isUnread: boolean
}

/** `missing` are the unobserved parts of the last `lookBackMs`, in order; the hold time is the end of that period. */
export function watchOf(
  missing: readonly Span[],
  nowMs: number,
  holdMs: number,
  {
    lookBackMs = holdMs,
    isLoading = false,
    isUnread = false,
  }: { lookBackMs?: number; isLoading?: boolean; isUnread?: boolean } = {},
): Watch {
  const sinceMs = nowMs - lookBackMs
  const breaks = missing.filter(({ fromMs, toMs }) => fromMs <= sinceMs || toMs - fromMs >= BREAK_MIN_MS)
  const last = breaks.at(-1)
  const lost = ({ fromMs, toMs }: Span) => Math.max(0, toMs - Math.max(fromMs, nowMs - holdMs))
  return {
    sinceMs,
    observedMs: breaks.reduce((left, span) => left - lost(span), holdMs),
    unbrokenSinceMs: !last ? sinceMs : last.toMs >= nowMs ? null : last.toMs,
    breaks,
    isLoading: isLoading || isUnread,
    isUnread,
  }
}

/**
 * Where a ring stands. Only observed time counts as quiet: while the feed is interrupted or the past is loading the
 * count-down stands still, and after a break it begins anew, since something may have struck meanwhile.
 */
export type Hold =
  /** Something struck within the hold time. */
  | { kind: 'struck'; remainingMs: number; running: boolean }
  /** No stroke is known, but not all of the hold time was observed. */
  | { kind: 'unobserved'; remainingMs: number; running: boolean }
  /** No stroke in the hold time, all of which was observed. */
  | { kind: 'quiet' }

/**
 * The hold of a ring, to the second: `nowMs` is a whole second, and a strike counts from the second that it ended in
 * until the hold time has passed.
 */
export function readHold(lastMs: number | null, watch: Watch, nowMs: number, holdMs: number): Hold {
  const struckMs = lastMs === null ? Number.NEGATIVE_INFINITY : secondEnd(lastMs)
  const kind = nowMs - struckMs < holdMs ? 'struck' : 'unobserved'
  if (watch.unbrokenSinceMs === null || watch.isLoading) return { kind, remainingMs: holdMs, running: false }
  const quietSinceMs = Math.max(struckMs, secondEnd(watch.unbrokenSinceMs))
  const remainingMs = Math.min(holdMs, holdMs - (nowMs - quietSinceMs))
  return remainingMs <= 0 ? { kind: 'quiet' } : { kind, remainingMs, running: true }
}

/** The end of the second in which a moment lies. Rounded up, so that no count-down ends too early. */
export function secondEnd(ms: number): number {
  return Math.ceil(ms / 1_000) * 1_000
}
