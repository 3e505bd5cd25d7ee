import { secondEnd } from '../airports/hold-time.ts'
import type { Span } from '../time/spans.ts'

/**
 * Shorter breaks are not gaps: batches arrive once a second, so edges of observed periods are accurate to a second or
 * two.
 */
export const GAP_MIN_MS = 2_000

/**
 * The earliest end of a level without a further trigger: the single formula of server, page and rule bench. Unix ms;
 * null during a gap. `unbrokenSinceMs` is the end of the last gap, null during one.
 */
export function endOf(lastMs: number, unbrokenSinceMs: number | null, holdMs: number): number | null {
  if (unbrokenSinceMs === null) return null
  return Math.max(secondEnd(lastMs), secondEnd(unbrokenSinceMs)) + holdMs
}

/** The gaps at a moment among unobserved spans in order: the long ones; one that lasts has no end. */
export function gapsAmong(missing: readonly Span[], atMs: number): Span[] {
  return missing
    .filter(({ fromMs, toMs }) => toMs - fromMs >= GAP_MIN_MS)
    .map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs >= atMs ? Number.POSITIVE_INFINITY : toMs }))
}

/** Start of the gap-free period that contains the moment: `-Infinity` if no earlier gap is known, null during a gap. */
export function unbrokenSince(gaps: readonly Span[], atMs: number): number | null {
  let sinceMs = Number.NEGATIVE_INFINITY
  for (const { fromMs, toMs } of gaps) {
    if (toMs <= atMs) sinceMs = Math.max(sinceMs, toMs)
    else if (atMs - fromMs >= GAP_MIN_MS) return null
  }
  return sinceMs
}

/** The end of a level that was on, if at or before a moment; null if the level is still on then. `gaps` in order. */
export function endBy(lastMs: number, gaps: readonly Span[], holdMs: number, atMs: number): number | null {
  let sinceMs = Number.NEGATIVE_INFINITY
  for (const { fromMs, toMs } of gaps) {
    const end = endOf(lastMs, sinceMs, holdMs)!
    // The level ended before the gap could be detected.
    if (end < fromMs + GAP_MIN_MS) break
    if (toMs > atMs) {
      if (atMs - fromMs >= GAP_MIN_MS) return null
      break
    }
    sinceMs = Math.max(sinceMs, toMs)
  }
  const end = endOf(lastMs, sinceMs, holdMs)!
  return end <= atMs ? end : null
}

/** The observed share of a period that ends at a moment, 0 to 1. */
export function coverageOf(gaps: readonly Span[], periodMs: number, atMs: number): number {
  if (periodMs === 0) return 1
  const lost = gaps.reduce((sum, { fromMs, toMs }) => {
    const from = Math.max(fromMs, atMs - periodMs)
    const to = Math.min(toMs, atMs)
    return to > from && Math.min(toMs, atMs) - fromMs >= GAP_MIN_MS ? sum + (to - from) : sum
  }, 0)
  return Math.max(0, 1 - lost / periodMs)
}
