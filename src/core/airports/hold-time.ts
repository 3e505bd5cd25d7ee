import { gapsAmong, observedPart, unbrokenSince } from '../time/gaps.ts'
import type { Span } from '../time/spans.ts'

/** Coverage up to now. */
export interface Watch {
  /** Observed part of the hold time. */
  observedMs: number
  /** Begin of the period of `gaps`. */
  sinceMs: number
  /** Begin of continuous coverage; null during a gap. */
  unbrokenSinceMs: number | null
  /** Unobserved periods, in order; one that lasts has no end. */
  gaps: readonly Span[]
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
  const gaps = gapsAmong(missing, nowMs)
  const unbrokenMs = unbrokenSince(gaps, nowMs)
  return {
    sinceMs,
    observedMs: observedPart(gaps, holdMs, nowMs),
    unbrokenSinceMs: unbrokenMs === null ? null : Math.max(sinceMs, unbrokenMs),
    gaps,
    isLoading: isLoading || isUnread,
    isUnread,
  }
}

/** The end of the second of a time. Rounded up, so that no hold timer ends too early. */
export function secondEnd(ms: number): number {
  return Math.ceil(ms / 1_000) * 1_000
}
