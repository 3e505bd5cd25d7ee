import type { Level } from '../../contract/watch/levels.ts'
import { MINUTE_MS } from '../time/durations.ts'

/** Stored state of a level. Unix ms. */
export interface LevelMemory {
  on: boolean
  /** Since when it is on, or off; 0 where it never was on. */
  sinceMs: number
  /** The latest trigger; 0 for never. */
  lastMs: number
  /** The distance of that trigger; null if it has none. */
  km: number | null
  /** Triggers up to here belong to a period that has ended. */
  overMs: number
  /** Of a level that needs several strikes: those since it last ended, in order. */
  recent: number[]
  expected: Expectation | null
  /** Of a weather level: the first report that no longer met it; null while it is met. */
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
