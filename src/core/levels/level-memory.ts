import type { Level } from '../../contract/watch/levels.ts'
import type { LevelState, LevelStateName, PlaceState } from '../../contract/watch/place-states.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { heldOrMade } from '../util/held-or-made.ts'

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
  /** A possible trigger according to a nowcast; `metMs`: the latest result that met it. */
  expected: { sinceMs: number; metMs: number; untilMs: number } | null
  /** For a weather level: the first report below the limits; null while a report meets them. */
  clearMs: number | null
  /** The settings that this memory belongs to. */
  of: string
}

export interface LadderMemory {
  /** Grows with each row. */
  rev: number
  /** When the first level left `off`; null while all are off. Unix ms. */
  incidentMs: number | null
  /** How long each level was on in this incident, without the present period, ms. */
  onMs: Record<string, number>
  /** Levels without any data yet have none. */
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
  const { km, strikes, withinMin, chance, expect, report, holdMin } = level
  return heldOrMade(settings, level, () => {
    return JSON.stringify([km, strikes, withinMin, chance, expect, report, holdMin])
  })
}

/** Thousands of places share few levels. */
const settings = new WeakMap<Level, string>()

export function stateNameOf(memory: LevelMemory | undefined): LevelStateName {
  return memory?.on ? 'on' : memory?.expected ? 'expected' : 'off'
}

export function turnOn(memory: LevelMemory, sinceMs: number): void {
  memory.on = true
  memory.sinceMs = sinceMs
  memory.expected = null
  memory.clearMs = null
}

/** Adds a strike to a level that needs several. A strike that is delivered again, as by a replay, counts once. */
export function remember(memory: LevelMemory, timeMs: number): void {
  if (memory.recent.includes(timeMs)) return
  memory.recent = [...memory.recent, timeMs].sort((a, b) => a - b).slice(-RECENT_MAX)
}

/** When the number of strikes was first complete; null while there are too few. */
export function completedAt({ recent }: LevelMemory, { strikes, withinMin }: Level): number | null {
  const isComplete = (ms: number, i: number) => ms - (recent[i - strikes + 1] ?? -Infinity) < withinMin * MINUTE_MS
  return recent.find(isComplete) ?? null
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
  const { sinceMs, metMs, untilMs } = memory.expected
  memory.expected = { sinceMs: clamp(sinceMs), metMs: clamp(metMs), untilMs: untilMs - metMs + clamp(metMs) }
}

/** A memory by which an engine continues from a state that another one sent; levels with other settings are left out. */
export function ladderMemoryOf({ rev, incident, levels: states }: PlaceState, levels: readonly Level[]): LadderMemory {
  const known: LadderMemory['levels'] = {}
  for (const level of levels) {
    const state = states.find(({ id, holdMin }) => id === level.id && holdMin === level.holdMin)
    if (state?.km === (level.km ?? null)) known[level.id] = memoryOf(level, state)
  }
  return { rev, incidentMs: incident === null ? null : Date.parse(incident), onMs: {}, levels: known }
}

function memoryOf(level: Level, { state, since, last, lastKm, end, until }: LevelState): LevelMemory {
  const msOf = (time: string | null) => (time === null ? 0 : Date.parse(time))
  const memory = { ...newMemory(level), lastMs: msOf(last), km: lastKm }
  if (state === 'on') {
    const clearMs = level.report && end !== null ? msOf(end) - level.holdMin * MINUTE_MS : null
    return { ...memory, on: true, sinceMs: msOf(since), clearMs }
  }
  memory.overMs = memory.lastMs
  if (state === 'off') return { ...memory, sinceMs: msOf(since) }
  const untilMs = msOf(until)
  const metMs = untilMs - level.expect!.withinMin * MINUTE_MS
  return { ...memory, expected: { sinceMs: msOf(since), metMs, untilMs } }
}
