import type { LevelState, PlaceState } from '../../../contract/watch/place-states.ts'
import { coverageOf, endOf } from '../../../core/levels/earliest-end.ts'
import { isoOf, isoOrNull, round } from '../../../core/levels/level-state.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import type { FeedTold } from './level-store.ts'

/** What the page saw by itself. Unix ms. */
export interface Seen {
  nowMs: number
  /** When no data came, in order; the last may last, and then has no end. */
  gaps: readonly Span[]
  /** Whether `gaps` are known for the longest hold time: else the server's word of the coverage counts. */
  isWhole: boolean
  /** The latest strike record within so many km of the place; null where none is known. */
  latest(km: number): { atMs: number; km: number } | null
}

/**
 * A lightning ladder at the present second: what the server told, with what came since. A strike that the page has heard of restarts
 * a count-down at once, and never shortens it. Other ladders stay as they were told.
 */
export function evaluate(state: PlaceState, feed: FeedTold | null, seen: Seen): PlaceState {
  if (state.ladder !== 'lightning') return state
  const toldMs = Date.parse(state.at)
  const unbrokenSinceMs = unbrokenAfter(toldMs, feed, seen.gaps)
  return {
    ...state,
    at: isoOf(Math.max(toldMs, seen.nowMs)),
    observed: observedNow(feed ?? state.observed, seen.gaps),
    levels: state.levels.map((level) => withCoverage(evaluateLevel(level, unbrokenSinceMs, seen), seen)),
  }
}

/** Whether data arrive, and since when that is so: by the server, or by a gap that this page sees. */
function observedNow(told: PlaceState['observed'], gaps: readonly Span[]): PlaceState['observed'] {
  const gap = openGap(gaps)
  return gap && told.now ? { now: false, since: isoOf(gap.fromMs) } : { now: told.now, since: told.since }
}

/** The gap that lasts, of gaps in order. */
export function openGap(gaps: readonly Span[]): Span | null {
  const last = gaps.at(-1)
  return last?.toMs === Number.POSITIVE_INFINITY ? last : null
}

/** The end of the last gap that a state does not include: `-Infinity` where there was none, null during a gap. */
function unbrokenAfter(toldMs: number, feed: FeedTold | null, gaps: readonly Span[]): number | null {
  if (feed && !feed.now) return null
  const endedMs = feed?.since && feed.atMs > toldMs ? Date.parse(feed.since) : Number.NEGATIVE_INFINITY
  const ends = gaps.map(({ toMs }) => toMs).filter((toMs) => toMs > toldMs)
  const lastMs = Math.max(endedMs, ...ends)
  return lastMs === Number.POSITIVE_INFINITY ? null : lastMs
}

function evaluateLevel(level: LevelState, unbrokenSinceMs: number | null, seen: Seen): LevelState {
  if (level.state !== 'on') return level
  const { km, holdMin } = level
  const holdMs = holdMin * MINUTE_MS
  const lastMs = level.last === null ? 0 : Date.parse(level.last)
  const latest = km === null ? null : seen.latest(km)
  const isNewer = latest !== null && Math.floor(latest.atMs) > lastMs
  const end = laterEnd(level.end, endOf(isNewer ? latest.atMs : lastMs, unbrokenSinceMs, holdMs), unbrokenSinceMs)
  return {
    ...level,
    ...(isNewer && { last: isoOf(latest.atMs), lastKm: round(latest.km) }),
    end: isoOrNull(end),
  }
}

/** What the server told is never undercut; during a gap nothing counts down, and after it only by an end of the gap. */
function laterEnd(told: string | null, endMs: number | null, unbrokenSinceMs: number | null): number | null {
  if (endMs === null) return null
  if (told !== null) return Math.max(Date.parse(told), endMs)
  return unbrokenSinceMs === Number.NEGATIVE_INFINITY ? null : endMs
}

function withCoverage(level: LevelState, { gaps, isWhole, nowMs }: Seen): LevelState {
  return isWhole ? { ...level, coverage: floored(coverageOf(gaps, level.holdMin * MINUTE_MS, nowMs)) } : level
}

/** Percentages round down. */
function floored(share: number): number {
  return Math.floor(share * 1_000) / 1_000
}
