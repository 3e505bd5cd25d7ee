import { parseInstantMs } from '../../contract/time.ts'
import type { Span } from './spans.ts'

/**
 * Shorter breaks are not gaps: batches arrive once a second, so edges of observed periods are accurate to a second or
 * two.
 */
export const GAP_MIN_MS = 2_000

/** Whether an unobserved period is long enough to count. */
export const isGap = ({ fromMs, toMs }: Span) => toMs - fromMs >= GAP_MIN_MS

/** The period between two times of the wire; null if one of them is invalid. */
export function spanOf({ from, to }: { from?: unknown; to?: unknown }): Span | null {
  const fromMs = parseInstantMs(from)
  const toMs = parseInstantMs(to)
  return fromMs === null || toMs === null ? null : { fromMs, toMs }
}

/** The gaps at a moment among unobserved spans in order; one that lasts has no end. */
export function gapsAmong(missing: readonly Span[], atMs: number): Span[] {
  return missing
    .filter(isGap)
    .map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs >= atMs ? Number.POSITIVE_INFINITY : toMs }))
}

/** Start of the gap-free period that contains the moment: `-Infinity` if no earlier gap is known, null during a gap. */
export function unbrokenSince(gaps: readonly Span[], atMs: number): number | null {
  let sinceMs = Number.NEGATIVE_INFINITY
  for (const { fromMs, toMs } of gaps) {
    if (toMs <= atMs) sinceMs = Math.max(sinceMs, toMs)
    else if (isGap({ fromMs, toMs: atMs })) return null
  }
  return sinceMs
}

/** The observed part, ms, of a period that ends at a moment. */
export function observedPart(gaps: readonly Span[], periodMs: number, atMs: number): number {
  const lostMs = gaps.reduce((sum, { fromMs, toMs }) => {
    const end = Math.min(toMs, atMs)
    return isGap({ fromMs, toMs: end }) ? sum + Math.max(0, end - Math.max(fromMs, atMs - periodMs)) : sum
  }, 0)
  return Math.max(0, periodMs - lostMs)
}
