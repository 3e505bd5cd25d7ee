import type { LevelState, PlaceState } from '../../../contract/watch/place-states.ts'
import { coverageOf, endOf } from '../../../core/levels/earliest-end.ts'
import { round } from '../../../core/levels/level-state.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { isoOf, isoOrNull } from '../../../core/time/iso.ts'
import type { Span } from '../../../core/time/spans.ts'
import type { FeedTold } from './level-store.ts'

/** Observation of this page. Unix ms. */
export interface Seen {
  nowMs: number
  /** Gaps in order; an open last gap has no end. */
  gaps: readonly Span[]
  /** The share of this many minutes until now that was certainly observed. */
  coverage(minutes: number): number
  /** The latest known strike record within `km` of the place, or null. */
  latest(km: number): { atMs: number; km: number } | null
}

/**
 * A lightning ladder at the present second: the server's state, updated by later strikes and gaps. A strike received by
 * this page restarts a count-down immediately, and never shortens it. Other ladders stay unchanged.
 */
export function evaluate(state: PlaceState, feed: FeedTold | null, seen: Seen): PlaceState {
  if (state.ladder !== 'lightning') return state
  const toldMs = Date.parse(state.at)
  const unbrokenSinceMs = unbrokenAfter(toldMs, feed, seen.gaps)
  const lost = lostAfter(toldMs, feed, seen.gaps)
  return {
    ...state,
    at: isoOf(Math.max(toldMs, seen.nowMs)),
    observed: observedNow(feed ?? state.observed, seen.gaps),
    levels: state.levels.map((level) => evaluateLevel(level, unbrokenSinceMs, lost, seen)),
  }
}

/** The data state and its start: from the server, or from an open gap that this page detected. */
function observedNow(told: PlaceState['observed'], gaps: readonly Span[]): PlaceState['observed'] {
  const last = gaps.at(-1)
  const isOpen = last?.toMs === Number.POSITIVE_INFINITY
  return isOpen && told.now ? { now: false, since: isoOf(last.fromMs) } : { now: told.now, since: told.since }
}

/** The end of the last gap that a state does not include: `-Infinity` without one, null during a gap. */
function unbrokenAfter(toldMs: number, feed: FeedTold | null, gaps: readonly Span[]): number | null {
  if (feed && !feed.now) return null
  const endedMs = feed?.since && feed.atMs > toldMs ? Date.parse(feed.since) : Number.NEGATIVE_INFINITY
  const ends = gaps.map(({ toMs }) => toMs).filter((toMs) => toMs > toldMs)
  const lastMs = Math.max(endedMs, ...ends)
  return lastMs === Number.POSITIVE_INFINITY ? null : lastMs
}

/** Time after a state that was not observed, as far as known: the coverage sent with the state lacks it. In order. */
function lostAfter(toldMs: number, feed: FeedTold | null, gaps: readonly Span[]): readonly Span[] {
  const open = { fromMs: toldMs, toMs: Number.POSITIVE_INFINITY }
  if (feed && !feed.now) return [open]
  const lost = gaps.filter(({ toMs }) => toMs > toldMs).map((gap) => ({ ...gap, fromMs: Math.max(gap.fromMs, toldMs) }))
  const sinceMs = feed?.since ? Date.parse(feed.since) : 0
  const isKnown = sinceMs <= toldMs || lost.some(({ toMs }) => toMs >= sinceMs)
  return isKnown ? lost : [{ fromMs: toldMs, toMs: sinceMs }]
}

function evaluateLevel(
  level: LevelState,
  unbrokenSinceMs: number | null,
  lost: readonly Span[],
  seen: Seen,
): LevelState {
  const { km, holdMin } = level
  const holdMs = holdMin * MINUTE_MS
  const kept = Math.round((level.coverage - 1 + coverageOf(lost, holdMs, seen.nowMs)) * 1_000) / 1_000
  const coverage = Math.max(kept, seen.coverage(holdMin))
  if (level.state !== 'on') return { ...level, coverage }
  const lastMs = level.last === null ? 0 : Date.parse(level.last)
  const latest = km === null ? null : seen.latest(km)
  const isNewer = latest !== null && Math.floor(latest.atMs) > lastMs
  const end = laterEnd(level.end, endOf(isNewer ? latest.atMs : lastMs, unbrokenSinceMs, holdMs), unbrokenSinceMs)
  return {
    ...level,
    coverage,
    ...(isNewer && { last: isoOf(latest.atMs), lastKm: round(latest.km) }),
    end: isoOrNull(end),
  }
}

/** Never earlier than the server's end. During a gap the count-down is paused; after it the end of the gap restarts it. */
function laterEnd(told: string | null, endMs: number | null, unbrokenSinceMs: number | null): number | null {
  if (endMs === null) return null
  if (told !== null) return Math.max(Date.parse(told), endMs)
  return unbrokenSinceMs === Number.NEGATIVE_INFINITY ? null : endMs
}
