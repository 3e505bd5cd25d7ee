import { secondEnd } from '../airports/hold-time.ts'
import { GAP_MIN_MS, observedPart } from '../time/gaps.ts'
import type { Span } from '../time/spans.ts'

/**
 * The earliest end of a level without a further trigger: the single formula of server, page and rule bench. Unix ms;
 * null during a gap. `unbrokenSinceMs` is the end of the last gap, null during one.
 */
export function endOf(lastMs: number, unbrokenSinceMs: number | null, holdMs: number): number | null {
  if (unbrokenSinceMs === null) return null
  return Math.max(secondEnd(lastMs), secondEnd(unbrokenSinceMs)) + holdMs
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

/** The observed share of a period that ends at a moment, 0 to 1, rounded down to a thousandth. */
export function coverageOf(gaps: readonly Span[], periodMs: number, atMs: number): number {
  return periodMs === 0 ? 1 : Math.floor((observedPart(gaps, periodMs, atMs) / periodMs) * 1_000) / 1_000
}
