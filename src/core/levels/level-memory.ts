import type { Level } from '../../contract/watch/levels.ts'
import type { LevelState, PlaceState } from '../../contract/watch/place-states.ts'
import { MINUTE_MS } from '../time/durations.ts'

/** Stored state of a level. Unix ms. */
export interface LevelMemory {
  on: boolean
  /** Start of the present state, Unix ms; 0 if the level was never on. */
  sinceMs: number
  /** The latest trigger; 0 for never. */
  lastMs: number
  /** Distance of the trigger, km; null if the trigger has none. */
  km: number | null
  /** Triggers up to here belong to a period that has ended. */
  overMs: number
  /** Of a level that needs several strikes: those since it last ended, in order. */
  recent: number[]
  expected: Expectation | null
  /** For a weather level: the first report below the limits; null while a report meets them. */
  clearMs: number | null
  /** The settings that this memory belongs to. */
  of: string
}

/** A possible trigger according to a nowcast. Unix ms. */
export interface Expectation {
  sinceMs: number
  /** The latest result that met it. */
  metMs: number
  untilMs: number
}

export interface LadderMemory {
  /** Grows with each row. */
  rev: number
  /** When the first level left `off`; null while all are off. Unix ms. */
  incidentMs: number | null
  /** How long each level was on in this incident, without the present period, ms. */
  onMs: Record<string, number>
  levels: Record<string, LevelMemory>
}

/** Strikes that a level remembers while it needs several. */
const RECENT_MAX = 64

export function newMemory(level: Level): LevelMemory {
  return {
    on: false,
    sinceMs: 0,
    lastMs: 0,
    km: null,
    overMs: 0,
    recent: [],
    expected: null,
    clearMs: null,
    of: settingsOf(level),
  }
}

/** Equal for levels with equal evaluation; names, actions and colours do not affect a state. */
export function settingsOf(level: Level): string {
  const held = settings.get(level)
  if (held !== undefined) return held
  const { km, strikes, withinMin, chance, expect, report, holdMin } = level
  const text = JSON.stringify([km, strikes, withinMin, chance, expect, report, holdMin])
  settings.set(level, text)
  return text
}

/** Thousands of places share few levels. */
const settings = new WeakMap<Level, string>()

/** Takes a strike of a level that needs several. */
export function remember({ recent }: LevelMemory, timeMs: number): void {
  const at = recent.findLastIndex((each) => each <= timeMs)
  // A strike that is delivered again, as by a replay, counts once.
  if (recent[at] !== timeMs) recent.splice(at + 1, 0, timeMs)
  if (recent.length > RECENT_MAX) recent.shift()
}

/** When the number of strikes was first complete; null while there are too few. */
export function completedAt({ recent }: LevelMemory, { strikes, withinMin }: Level): number | null {
  for (let last = strikes - 1; last < recent.length; last++) {
    if (recent[last]! - recent[last - strikes + 1]! < withinMin * MINUTE_MS) return recent[last]!
  }
  return null
}

/** Stored times that lie ahead of a clock that was set back count as now. */
export function clampMemory(memory: LevelMemory, nowMs: number): void {
  const clamp = (ms: number) => Math.min(ms, nowMs)
  memory.sinceMs = clamp(memory.sinceMs)
  memory.lastMs = clamp(memory.lastMs)
  memory.overMs = clamp(memory.overMs)
  memory.recent = memory.recent.map(clamp)
  if (memory.clearMs !== null) memory.clearMs = clamp(memory.clearMs)
  if (!memory.expected) return
  const aheadMs = Math.max(0, memory.expected.metMs - nowMs)
  memory.expected.sinceMs = clamp(memory.expected.sinceMs)
  memory.expected.metMs -= aheadMs
  memory.expected.untilMs -= aheadMs
}

/** A memory by which an engine continues from a state that another one sent; levels with other settings are left out. */
export function ladderMemoryOf({ rev, incident, levels: states }: PlaceState, levels: readonly Level[]): LadderMemory {
  const known = levels.flatMap((level): [string, LevelMemory][] => {
    const state = states.find(({ id }) => id === level.id)
    if (!state || state.holdMin !== level.holdMin || state.km !== (level.km ?? null)) return []
    return [[level.id, memoryOf(level, state)]]
  })
  return {
    rev,
    incidentMs: incident === null ? null : Date.parse(incident),
    onMs: {},
    levels: Object.fromEntries(known),
  }
}

function memoryOf(level: Level, { state, since, last, lastKm, end, until }: LevelState): LevelMemory {
  const msOf = (time: string | null) => (time === null ? 0 : Date.parse(time))
  const lastMs = msOf(last)
  const isExpected = state === 'expected'
  const untilMs = msOf(until)
  return {
    ...newMemory(level),
    on: state === 'on',
    sinceMs: isExpected ? 0 : msOf(since),
    lastMs,
    km: lastKm,
    overMs: state === 'on' ? 0 : lastMs,
    expected: isExpected
      ? { sinceMs: msOf(since), metMs: untilMs - (level.expect?.withinMin ?? 0) * MINUTE_MS, untilMs }
      : null,
    clearMs: level.report && end !== null ? Date.parse(end) - level.holdMin * MINUTE_MS : null,
  }
}
