import type { Span } from '../time/spans.ts'

/**
 * Shorter breaks are not gaps: batches arrive once a second, so that edges of observed periods are accurate to a second
 * or two.
 */
export const BREAK_MIN_MS = 2_000

/** Coverage up to now. */
export interface Watch {
  /** Observed part of the hold time. */
  observedMs: number
  /** Begin of the period of `breaks`. */
  sinceMs: number
  /** Begin of continuous coverage; null during a break. */
  unbrokenSinceMs: number | null
  /** Unobserved periods, in order. */
  breaks: readonly Span[]
  /** Part of the hold time is still loading: strikes may be missing, so that no timer runs and no ring is quiet. */
  isLoading: boolean
  /** Loading fails with an error of the history, and is retried. `isLoading` is true, too. */
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

/** The end of the second of a time. Rounded up, so that no hold timer ends too early. */
export function secondEnd(ms: number): number {
  return Math.ceil(ms / 1_000) * 1_000
}
