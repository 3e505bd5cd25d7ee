import type { Span } from '../time/spans.ts'

/** A break shorter than this is the rounding of a join: a batch comes each second. */
const BREAK_MIN_MS = 2_000

/** What was watched of the time up to now. */
export interface Watch {
  /** Of the hold time. */
  observedMs: number
  /** Since when there is no break; null while there is one. */
  unbrokenSinceMs: number | null
  /** Stretches that were not watched, in order. */
  breaks: readonly Span[]
}

/** `missing` are the unwatched parts of the last `lookBackMs`, in order, of which the hold time is the latter part. */
export function watchOf(missing: readonly Span[], nowMs: number, holdMs: number, lookBackMs = holdMs): Watch {
  const sinceMs = nowMs - lookBackMs
  const breaks = missing.filter(({ fromMs, toMs }) => fromMs <= sinceMs || toMs - fromMs >= BREAK_MIN_MS)
  const last = breaks.at(-1)
  const lost = ({ fromMs, toMs }: Span) => Math.max(0, toMs - Math.max(fromMs, nowMs - holdMs))
  return {
    observedMs: breaks.reduce((left, span) => left - lost(span), holdMs),
    unbrokenSinceMs: !last ? sinceMs : last.toMs >= nowMs ? null : last.toMs,
    breaks,
  }
}

/**
 * Where a ring stands. Only what was watched counts as quiet: while the feed is interrupted the count-down stands still,
 * and after a break it begins anew, since something may have struck meanwhile.
 */
export type Hold =
  /** Something struck within the hold time. */
  | { kind: 'struck'; remainingMs: number; running: boolean }
  /** Nothing struck that is known of, but not all of the hold time was watched. */
  | { kind: 'unobserved'; remainingMs: number; running: boolean }
  /** Nothing struck for the hold time, and all of it was watched. */
  | { kind: 'quiet' }

/**
 * The hold of a ring, to the second: `nowMs` is a whole second, and a strike counts from the second that it ended in
 * until the hold time has passed.
 */
export function readHold(lastMs: number | null, watch: Watch, nowMs: number, holdMs: number): Hold {
  const struckMs = lastMs === null ? Number.NEGATIVE_INFINITY : secondEnd(lastMs)
  const kind = nowMs - struckMs < holdMs ? 'struck' : 'unobserved'
  if (watch.unbrokenSinceMs === null) return { kind, remainingMs: holdMs, running: false }
  const quietSinceMs = Math.max(struckMs, secondEnd(watch.unbrokenSinceMs))
  const remainingMs = Math.min(holdMs, holdMs - (nowMs - quietSinceMs))
  return remainingMs <= 0 ? { kind: 'quiet' } : { kind, remainingMs, running: true }
}

/** The end of the second in which a moment lies: rounding that way, nothing counts as over too early. */
export function secondEnd(ms: number): number {
  return Math.ceil(ms / 1_000) * 1_000
}
