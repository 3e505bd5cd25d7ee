import type { Level } from '../../contract/watch/levels.ts'
import type { LevelState } from '../../contract/watch/place-states.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { unbrokenSince } from '../time/gaps.ts'
import { isoOf, isoOrNull } from '../time/iso.ts'
import type { Span } from '../time/spans.ts'
import { coverageOf, endBy, endOf } from './earliest-end.ts'
import { type LevelMemory, stateNameOf } from './level-memory.ts'

/** When no data arrived, Unix ms, in order; the last may last. */
export interface Gaps {
  lightning: readonly Span[]
  /** The same, and times without a nowcast. */
  nowcast: readonly Span[]
}

export const NO_GAPS: Gaps = { lightning: [], nowcast: [] }

/** State of a level at a time (Unix ms), in wire form. */
export function levelStateOf(level: Level, memory: LevelMemory | undefined, gaps: Gaps, atMs: number): LevelState {
  // The settings that only evaluation needs are not sent.
  const { strikes, withinMin, chance, expect, report, ...sent } = level
  const state = stateNameOf(memory)
  const { sinceMs = 0, lastMs = 0, km: lastKm = null, expected = null } = memory ?? {}
  return {
    ...sent,
    nameZh: level.nameZh ?? null,
    km: level.km ?? null,
    state,
    since: isoOrNull((state === 'expected' ? expected!.sinceMs : sinceMs) || null),
    last: isoOrNull(lastMs || null),
    lastKm: lastMs === 0 || lastKm === null ? null : round(lastKm),
    end: state === 'on' ? isoOrNull(earliestEnd(level, memory!, gaps, atMs)) : null,
    until: state === 'expected' ? isoOf(expected!.untilMs) : null,
    coverage: coverageOf(gapsOf(level, gaps), level.holdMin * MINUTE_MS, atMs),
  }
}

/** The earliest end of a level that is on; null during a gap, and while a report meets the level. */
function earliestEnd(level: Level, { lastMs, clearMs }: LevelMemory, gaps: Gaps, atMs: number): number | null {
  const unbrokenMs = level.report ? clearMs : unbrokenSince(gapsOf(level, gaps), atMs)
  return endOf(lastMs, unbrokenMs, level.holdMin * MINUTE_MS)
}

/** When a level that was on ended, if at or before a moment. */
export function endedBy(level: Level, memory: LevelMemory, gaps: Gaps, atMs: number): number | null {
  if (!level.report) return endBy(memory.lastMs, gapsOf(level, gaps), level.holdMin * MINUTE_MS, atMs)
  const end = earliestEnd(level, memory, gaps, atMs)
  return end !== null && end <= atMs ? end : null
}

/** Gaps in the data of a level: with a probability, gaps of the nowcast too. Reports arrive without a schedule. */
function gapsOf(level: Level, gaps: Gaps): readonly Span[] {
  if (level.report) return []
  return level.chance ? gaps.nowcast : gaps.lightning
}

/** A distance in wire form, km. */
export function round(km: number): number {
  return Math.round(km * 10) / 10
}
