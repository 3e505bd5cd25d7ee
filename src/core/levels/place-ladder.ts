import type { Level } from '../../contract/watch/levels.ts'
import type { Cause, LevelState } from '../../contract/watch/place-states.ts'
import { ringReach } from '../airports/location-error.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { isoOf } from '../time/iso.ts'
import {
  clampMemory,
  completedAt,
  type LadderMemory,
  type LevelMemory,
  newMemory,
  remember,
  settingsOf,
  stateNameOf,
  turnOn,
} from './level-memory.ts'
import { endedBy, type Gaps, levelStateOf, NO_GAPS, round } from './level-state.ts'
import { chanceMet, expectBy, LAPSE_MS, lapse, type OutlookAt } from './nowcast-trigger.ts'
import type { Judgement } from './report-trigger.ts'
import type { States } from './step.ts'

/** A strike, with its distance from a place, km, and its time, Unix ms. */
export interface PlacedStrike {
  timeMs: number
  km: number
}

/** A change of a ladder at one moment, with its whole state after it. */
export interface Moment {
  /** Unix ms. */
  atMs: number
  cause: Cause
  /** Ids of the levels that changed, most severe first. */
  changed: string[]
  before: States
  levels: LevelState[]
  rev: number
  incidentMs: number | null
  /** How long the levels were on in the incident until then, ms. */
  onMs: Record<string, number>
}

/** Strike times may be slightly ahead of the clock; a time far ahead must not extend a level. */
const AHEAD_MS = MINUTE_MS

/** Changes a level and returns the cause; null if its state is unchanged. */
type Change = (level: Level, memory: LevelMemory) => Cause | null

/** The state machine of one ladder of one place. The caller passes the time; times are Unix ms. */
export class PlaceLadder {
  readonly memory: LadderMemory
  #levels: readonly Level[]
  readonly #errorKm: number
  /** The states before a change of settings, until `settle`. */
  #before: States | null = null

  /** `errorKm`: how well strikes are located, 0 where that is not known. */
  constructor(levels: readonly Level[], memory: LadderMemory | undefined, errorKm: number) {
    this.#errorKm = errorKm
    this.memory = memory ?? { rev: 0, incidentMs: null, onMs: {}, levels: {} }
    this.#levels = levels
    this.setLevels(levels)
  }

  get levels(): readonly Level[] {
    return this.#levels
  }

  get isOff(): boolean {
    return this.memory.incidentMs === null
  }

  /** False between a change of settings and `settle`: the replay is incomplete. */
  get isSettled(): boolean {
    return this.#before === null
  }

  states(gaps: Gaps, atMs: number): LevelState[] {
    return this.#levels.map((level) => levelStateOf(level, this.memory.levels[level.id], gaps, atMs))
  }

  /**
   * Adds a strike at `km` from the place; strikes may arrive in any order. `mayStart`: the place is within its hours.
   */
  strike(timeMs: number, km: number, nowMs: number, gaps: Gaps, mayStart: boolean): Moment[] {
    const struckMs = Math.min(timeMs, nowMs + AHEAD_MS)
    const ended = this.advance(Math.min(struckMs, nowMs), gaps)
    for (const level of this.#levels) {
      if (level.km !== undefined && km <= ringReach(level.km, this.#errorKm).perhapsKm)
        this.#note(level, { timeMs: struckMs, km }, gaps)
    }
    return [...ended, ...this.rise(nowMs, gaps, mayStart, { timeMs: struckMs, km })]
  }

  /**
   * Turns levels on that have a recent trigger: by a strike just added, or as the hours of the place begin by the latest
   * before.
   */
  rise(nowMs: number, gaps: Gaps, mayStart: boolean, struck: PlacedStrike | null): Moment[] {
    if (this.isOff && !mayStart) return []
    return this.#change(nowMs, gaps, (level, memory) => {
      const isNew = !memory.on && level.km !== undefined && memory.lastMs > memory.overMs
      if (!isNew || endedBy(level, memory, NO_GAPS, nowMs) !== null) return null
      turnOn(memory, completedAt(memory, level) ?? memory.lastMs)
      const { timeMs, km } = struck ?? { timeMs: memory.lastMs, km: memory.km }
      const isUnsure = km !== null && km > ringReach(level.km!, this.#errorKm).surelyKm
      return {
        kind: 'strike',
        struckAt: isoOf(timeMs),
        ...(km !== null && { distanceKm: round(km) }),
        ...(isUnsure && { errorKm: this.#errorKm }),
      }
    })
  }

  nowcast(outlookAt: OutlookAt, atMs: number, gaps: Gaps, mayStart: boolean): Moment[] {
    if (this.isOff && !mayStart) return []
    const ended = this.advance(atMs, gaps)
    const changed = this.#change(atMs, gaps, (level, memory) => {
      const chance = chanceMet(level, outlookAt)
      if (chance !== null) memory.lastMs = Math.max(memory.lastMs, atMs)
      if (memory.on) return null
      if (chance === null) return expectBy(level, memory, outlookAt, atMs, gaps)
      turnOn(memory, atMs)
      memory.km = null
      return { kind: 'chance', chance }
    })
    return [...ended, ...changed]
  }

  /**
   * Compares a report observed at `obsMs` with the levels. The first one with a value for a level sets its state without
   * a row: the time before is unknown.
   */
  report(judge: (level: Level) => Judgement, obsMs: number, nowMs: number): Moment[] {
    for (const level of this.#levels) {
      const { isMet } = judge(level)
      if (this.memory.levels[level.id] || isMet === null) continue
      this.memory.levels[level.id] = { ...newMemory(level), ...(isMet && { on: true, sinceMs: obsMs, lastMs: obsMs }) }
      if (isMet) this.memory.incidentMs ??= obsMs
    }
    const ended = this.advance(nowMs, NO_GAPS)
    const changed = this.#change(nowMs, NO_GAPS, (level, memory) => {
      const { isMet, value } = judge(level)
      if (isMet === false && memory.on) memory.clearMs ??= obsMs
      if (!isMet) return null
      memory.clearMs = null
      memory.lastMs = Math.max(memory.lastMs, obsMs)
      if (memory.on) return null
      turnOn(memory, obsMs)
      return { kind: 'report', value }
    })
    // A late report may end a level at a time that has passed.
    return [...ended, ...changed, ...this.advance(nowMs, NO_GAPS)]
  }

  /** Advances the ladder to a moment: ends hold times and lapses expectations, each at its own time, in order. */
  advance(toMs: number, gaps: Gaps): Moment[] {
    if (this.isOff || !this.isSettled) return []
    /** When time alone ends a level or its expectation, where that is at or before the moment; else later than it. */
    const dueMs = (level: Level) => {
      const memory = this.memory.levels[level.id]
      if (memory?.on) return endedBy(level, memory, gaps, toMs) ?? Number.POSITIVE_INFINITY
      return memory?.expected ? memory.expected.untilMs + LAPSE_MS : Number.POSITIVE_INFINITY
    }
    if (this.#levels.every((level) => dueMs(level) > toMs)) return []
    const atMs = Math.min(...this.#levels.map(dueMs))
    const changed = this.#change(atMs, gaps, (level, memory) => {
      if (dueMs(level) !== atMs) return null
      if (!memory.on) return lapse(memory, atMs, gaps)
      this.#turnOff(level, memory, atMs)
      return { kind: 'hold-ended' }
    })
    return [...changed, ...this.advance(toMs, gaps)]
  }

  /**
   * Replaces the levels. Where that changes the evaluation, as `isMoved` does for all, replay the strikes and then call
   * `settle`: a level that is on stays so until then.
   */
  setLevels(levels: readonly Level[], isMoved = false): void {
    const { memory } = this
    const next: LadderMemory['levels'] = {}
    for (const level of levels) {
      const known = memory.levels[level.id]
      if (known?.of === settingsOf(level) && !isMoved) next[level.id] = known
      else if (known?.on && !level.report) next[level.id] = { ...newMemory(level), on: true, sinceMs: known.sinceMs }
    }
    if (Object.entries(memory.levels).some(([id, known]) => next[id] !== known)) {
      this.#before ??= this.#states()
      memory.levels = next
    }
    this.#levels = levels
  }

  /** Ends levels that the replay did not confirm; returns the change since the previous settings, if any. */
  settle(nowMs: number, gaps: Gaps): Moment[] {
    const before = this.#before
    if (!before) return []
    this.#before = null
    for (const level of this.#levels) {
      const memory = this.memory.levels[level.id]
      const endMs = memory?.on ? endedBy(level, memory, gaps, nowMs) : null
      if (memory && endMs !== null) this.#turnOff(level, memory, endMs)
    }
    const changed = this.#changedSince(before)
    if (changed.length === 0) return []
    const kind = this.#levels.some(({ id }) => changed.includes(id)) ? 'changed' : 'removed'
    return [this.#moment(nowMs, gaps, { kind }, before)]
  }

  /** Stored times that lie ahead of a clock that was set back count as now. */
  clampTo(nowMs: number): void {
    const { memory } = this
    if (memory.incidentMs !== null) memory.incidentMs = Math.min(memory.incidentMs, nowMs)
    for (const level of Object.values(memory.levels)) clampMemory(level, nowMs)
  }

  #note(level: Level, { timeMs, km }: PlacedStrike, gaps: Gaps): void {
    const memory = this.memory.levels[level.id] ?? newMemory(level)
    this.memory.levels[level.id] = memory
    if (!memory.on && endedBy(level, memory, gaps, timeMs) !== null) {
      // Earlier strikes would have turned it on, as outside the hours of the place, and off again.
      memory.overMs = Math.max(memory.overMs, memory.lastMs)
      memory.recent = memory.recent.filter((ms) => ms > memory.overMs)
    }
    if (timeMs <= memory.overMs) return
    if (!memory.on && level.strikes > 1) {
      remember(memory, timeMs)
      if (completedAt(memory, level) === null) return
    }
    const lastMs = Math.max(timeMs, memory.recent.at(-1) ?? 0)
    if (lastMs <= memory.lastMs) return
    memory.lastMs = lastMs
    memory.km = km
  }

  #turnOff({ id }: Level, memory: LevelMemory, atMs: number): void {
    const { onMs } = this.memory
    onMs[id] = (onMs[id] ?? 0) + Math.max(0, atMs - memory.sinceMs)
    memory.on = false
    memory.sinceMs = atMs
    memory.overMs = Math.max(memory.overMs, memory.lastMs)
    memory.recent = []
    memory.clearMs = null
  }

  #change(atMs: number, gaps: Gaps, change: Change): Moment[] {
    const before = this.#states()
    let cause: Cause | null = null
    for (const level of this.#levels) {
      const memory = this.memory.levels[level.id] ?? newMemory(level)
      const causeHere = change(level, memory)
      if (!causeHere) continue
      this.memory.levels[level.id] = memory
      cause ??= causeHere
    }
    return cause ? [this.#moment(atMs, gaps, cause, before)] : []
  }

  /** Begins or ends the incident according to the present states; the moment has that of the change. */
  #moment(atMs: number, gaps: Gaps, cause: Cause, before: States): Moment {
    const { memory } = this
    const begun = Object.values(memory.levels).flatMap(({ on, sinceMs, expected }) => {
      return on ? [sinceMs] : expected ? [expected.sinceMs] : []
    })
    if (begun.length > 0) memory.incidentMs ??= Math.min(atMs, ...begun)
    const { incidentMs, onMs } = memory
    if (begun.length === 0) {
      memory.incidentMs = null
      memory.onMs = {}
    }
    const after = { levels: this.states(gaps, atMs), rev: ++memory.rev, incidentMs, onMs: { ...onMs } }
    return { atMs, cause, changed: this.#changedSince(before), before, ...after }
  }

  /** Ids of the levels with another state than before, removed levels last. */
  #changedSince(before: States): string[] {
    const stateIn = (states: States, id: string) => states.find((each) => each.id === id)?.state ?? 'off'
    const after = this.#states()
    const ids = new Set([...after, ...before].map(({ id }) => id))
    return [...ids].filter((id) => stateIn(after, id) !== stateIn(before, id))
  }

  /** The states of its levels, then of removed levels, until a change of settings is settled. */
  #states(): States {
    const ids = new Set([...this.#levels.map(({ id }) => id), ...Object.keys(this.memory.levels)])
    return [...ids].map((id) => ({ id, state: stateNameOf(this.memory.levels[id]) }))
  }
}
