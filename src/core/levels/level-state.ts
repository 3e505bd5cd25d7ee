import type { Level } from '../../contract/watch/levels.ts'
import type { LadderKind, LevelState } from '../../contract/watch/place-states.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { unbrokenSince } from '../time/gaps.ts'
import type { Span } from '../time/spans.ts'
import { coverageOf, endBy, endOf } from './earliest-end.ts'
import type { LevelMemory } from './level-memory.ts'

/** When no data arrived, Unix ms, in order; the last may last. */
export interface Gaps {
  lightning: readonly Span[]
  /** The same, and times without a nowcast. */
  nowcast: readonly Span[]
}

export const NO_GAPS: Gaps = { lightning: [], nowcast: [] }

/** State of a level at a time (Unix ms), in wire form. */
export function levelStateOf(
  level: Level,
  memory: LevelMemory | null,
  ladder: LadderKind,
  gaps: Gaps,
  atMs: number,
): LevelState {
  const { id, name, nameZh = null, km = null, holdMin, action, actionZh, who, colour } = level
  const { on = false, sinceMs = 0, lastMs = 0, expected = null } = memory ?? {}
  const since = on || !expected ? sinceMs : expected.sinceMs
  const coverage = ladder === 'weather' ? 1 : coverageOf(gapsOf(level, gaps), holdMin * MINUTE_MS, atMs)
  return {
    id,
    name,
    nameZh,
    km,
    holdMin,
    state: on ? 'on' : expected ? 'expected' : 'off',
    since: timeOf(since),
    last: timeOf(lastMs),
    lastKm: lastMs === 0 || memory?.km == null ? null : round(memory.km),
    end: on ? isoOrNull(earliestEnd(level, memory!, ladder, gaps, atMs)) : null,
    until: expected && !on ? isoOf(expected.untilMs) : null,
    coverage: shareOf(coverage),
    ...(action !== undefined && { action }),
    ...(actionZh !== undefined && { actionZh }),
    ...(who !== undefined && { who }),
    ...(colour !== undefined && { colour }),
  }
}

/** The earliest end of a level that is on; null during a gap, and while a report meets the level. */
export function earliestEnd(level: Level, memory: LevelMemory, ladder: LadderKind, gaps: Gaps, atMs: number) {
  const holdMs = level.holdMin * MINUTE_MS
  if (ladder === 'weather') return endOf(memory.lastMs, memory.clearMs, holdMs)
  return endOf(memory.lastMs, unbrokenSince(gapsOf(level, gaps), atMs), holdMs)
}

/** When a level that was on ended, where that is at or before a moment. */
export function endedBy(level: Level, memory: LevelMemory, ladder: LadderKind, gaps: Gaps, atMs: number) {
  const holdMs = level.holdMin * MINUTE_MS
  if (ladder === 'lightning') return endBy(memory.lastMs, gapsOf(level, gaps), holdMs, atMs)
  const end = endOf(memory.lastMs, memory.clearMs, holdMs)
  return end !== null && end <= atMs ? end : null
}

/** Gaps in the data of a level: with a probability, gaps of the nowcast too. */
function gapsOf(level: Level, gaps: Gaps): readonly Span[] {
  return level.chance ? gaps.nowcast : gaps.lightning
}

export function isoOf(ms: number): string {
  return new Date(Math.floor(ms)).toISOString()
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : isoOf(ms)
}

function timeOf(ms: number): string | null {
  return ms === 0 ? null : isoOf(ms)
}

/** A distance in wire form, km. */
export function round(km: number): number {
  return Math.round(km * 10) / 10
}

/** A coverage in wire form, 0 to 1, rounded down. */
export function shareOf(coverage: number): number {
  return Math.floor(coverage * 1_000) / 1_000
}
