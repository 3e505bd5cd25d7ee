import type { Level } from '../../contract/watch/levels.ts'
import type { Cause, LadderKind, LevelState, LevelStateName, Step } from '../../contract/watch/place-states.ts'
import { ringReach } from '../airports/location-error.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { endOf } from './earliest-end.ts'
import {
  clampMemory,
  completedAt,
  type LadderMemory,
  type LevelMemory,
  newMemory,
  remember,
  settingsOf,
} from './level-memory.ts'
import { endedBy, type Gaps, isoOf, levelStateOf, NO_GAPS, round } from './level-state.ts'
import { chanceMet, lapse, meets, meetsAny, type OutlookAt } from './nowcast-trigger.ts'
import { type Headline, headlineOf, type States, stepOf } from './step.ts'

/** A change of a ladder at one moment, with its whole state after it. */
export interface Moment {
  /** Unix ms. */
  atMs: number
  cause: Cause
  step: Step
  /** Ids of the levels that changed, most severe first. */
  changed: string[]
  before: Headline
  after: Headline
  /** The state before of the most severe level that changed. */
  left: LevelStateName
  levels: LevelState[]
  rev: number
  incidentMs: number | null
  /** How long the levels were on in the incident until then, ms. */
  onMs: Record<string, number>
}

/** Strike times may be slightly ahead of the clock; a time far ahead must not extend a level. */
const AHEAD_MS = MINUTE_MS
/** An expectation lapses this long after the last result that met it, or after its expected time. */
const LAPSE_MS = 10 * MINUTE_MS

/** Time of a nowcast, and whether the place may leave `off` then. */
interface ExpectAt {
  atMs: number
  gaps: Gaps
  isAllowed: boolean
}

/** Changes a level and returns the cause; null if unchanged. */
type Change = (level: Level, memory: LevelMemory) => Cause | null

/** The state machine of one ladder of one place. The caller passes the time; times are Unix ms. */
export class PlaceLadder {
  readonly kind: LadderKind
  readonly memory: LadderMemory
  #levels: readonly Level[]
  readonly #errorKm: number

  /** `errorKm`: how well strikes are located, 0 where that is not known. */
  constructor(kind: LadderKind, levels: readonly Level[], memory: LadderMemory | undefined, errorKm: number) {
    this.kind = kind
    this.#levels = levels
    this.#errorKm = errorKm
    this.memory = memory ?? { rev: 0, incidentMs: null, onMs: {}, levels: {} }
  }

  get levels(): readonly Level[] {
    return this.#levels
  }

  get isOff(): boolean {
    return this.memory.incidentMs === null
  }

  get hasExpected(): boolean {
    return this.#levels.some((level) => this.memoryOf(level)?.expected)
  }

  /** Null for a level without any data yet. */
  memoryOf({ id }: Level): LevelMemory | null {
    return this.memory.levels[id] ?? null
  }

  states(gaps: Gaps, atMs: number): LevelState[] {
    return this.#levels.map((level) => levelStateOf(level, this.memoryOf(level), this.kind, gaps, atMs))
  }

  /**
   * Adds a strike at `km` from the place; strikes may arrive in any order. `mayStart`: the place is within its hours.
   */
  strike(timeMs: number, km: number, nowMs: number, gaps: Gaps, mayStart: boolean): Moment[] {
    const struckMs = Math.min(timeMs, nowMs + AHEAD_MS)
    const ended = this.#mayHaveEnded(struckMs) ? this.advance(Math.min(struckMs, nowMs), gaps) : []
    for (const level of this.#levels) {
      if (level.km !== undefined && km <= ringReach(level.km, this.#errorKm).perhapsKm) this.#note(level, struckMs, km)
    }
    const risen = this.#rise(nowMs, gaps, mayStart, ({ km: ringKm }) => ({
      kind: 'strike',
      struckAt: isoOf(struckMs),
      distanceKm: round(km),
      ...(km > ringReach(ringKm!, this.#errorKm).surelyKm && { errorKm: this.#errorKm }),
    }))
    return [...ended, ...risen]
  }

  /** Called when the hours of the place may have begun: an earlier trigger counts while it is recent. */
  start(nowMs: number, gaps: Gaps): Moment[] {
    return this.#rise(nowMs, gaps, true, (level) => {
      const { lastMs, km } = this.memoryOf(level)!
      return { kind: 'strike', struckAt: isoOf(lastMs), ...(km !== null && { distanceKm: round(km) }) }
    })
  }

  nowcast(outlookAt: OutlookAt, atMs: number, gaps: Gaps, mayStart: boolean): Moment[] {
    const isAllowed = mayStart || !this.isOff
    const ended = this.isOff ? [] : this.advance(atMs, gaps)
    if (!this.#levels.some((level) => this.memoryOf(level)?.expected || meetsAny(level, outlookAt, atMs))) return ended
    const moment = this.#change(atMs, gaps, (level, memory) => {
      const chance = chanceMet(level, outlookAt)
      if (chance !== null) {
        memory.lastMs = Math.max(memory.lastMs, atMs)
        if (!memory.on && isAllowed) {
          turnOn(memory, atMs)
          memory.km = null
          return { kind: 'chance', chance }
        }
      }
      return memory.on ? null : this.#expect(level, memory, outlookAt, { atMs, gaps, isAllowed })
    })
    return moment ? [...ended, moment] : ended
  }

  /** Compares a report observed at `obsMs` with the levels; `judge` returns null if the report lacks the value. */
  report(judge: (level: Level) => { isMet: boolean | null; value: unknown }, obsMs: number, nowMs: number): Moment[] {
    const ended = this.advance(nowMs, NO_GAPS)
    const moment = this.#change(nowMs, NO_GAPS, (level, memory) => {
      const { isMet, value } = judge(level)
      if (isMet === false && memory.on) memory.clearMs ??= obsMs
      if (isMet !== true) return null
      memory.clearMs = null
      memory.lastMs = Math.max(memory.lastMs, obsMs)
      if (memory.on) return null
      turnOn(memory, obsMs)
      return { kind: 'report', value }
    })
    // A late report may end a level at a time that has passed.
    return [...ended, ...(moment ? [moment] : []), ...this.advance(nowMs, NO_GAPS)]
  }

  /** Initialises a weather level by its first report, without a row: the time before is unknown. */
  begin(level: Level, isMet: boolean, obsMs: number): void {
    const memory = newMemory(level)
    this.memory.levels[level.id] = memory
    if (!isMet) return
    turnOn(memory, obsMs)
    memory.lastMs = obsMs
    this.memory.incidentMs ??= obsMs
  }

  /** Advances the ladder to a moment: ends hold times and lapses expectations, each at its own time, in order. */
  advance(toMs: number, gaps: Gaps): Moment[] {
    const moments: Moment[] = []
    while (!this.isOff) {
      const atMs = this.#nextDue(toMs, gaps)
      if (atMs === null) break
      const moment = this.#change(atMs, gaps, (level, memory) => {
        if (this.#dueBy(level, memory, toMs, gaps) !== atMs) return null
        if (!memory.on) return lapse(memory, atMs, gaps)
        this.#turnOff(level, memory, atMs)
        return { kind: 'hold-ended' }
      })
      moments.push(moment!)
    }
    return moments
  }

  /**
   * Replaces the levels. Levels with other settings wait for `settle`, after a replay of the strikes. Returns the
   * previous states.
   */
  setLevels(levels: readonly Level[]): States {
    const held = this.memory.levels
    const before = this.#statesOfMemory()
    const next = levels.flatMap((level): [string, LevelMemory][] => {
      const memory = held[level.id]
      if (memory?.of === settingsOf(level)) return [[level.id, memory]]
      if (this.kind === 'weather' || !memory?.on) return []
      return [[level.id, { ...newMemory(level), on: true, sinceMs: memory.sinceMs }]]
    })
    this.memory.levels = Object.fromEntries(next)
    this.#levels = levels
    return before
  }

  /** Whether `setLevels` would change the evaluation: the ladder was stored with other levels. */
  judgesOtherwise(levels: readonly Level[]): boolean {
    const rules = new Map(levels.map((level) => [level.id, settingsOf(level)]))
    return Object.entries(this.memory.levels).some(([id, { of }]) => rules.get(id) !== of)
  }

  /** Deletes all state because the location of the place changed. */
  forget(): void {
    for (const memory of Object.values(this.memory.levels)) memory.of = ''
  }

  /** Ends levels that the replay did not confirm; returns the change from the previous states, if any. */
  settle(before: States, nowMs: number, gaps: Gaps, mayStart: boolean): Moment[] {
    const { rev, incidentMs, onMs } = this.memory
    this.#rise(nowMs, gaps, mayStart, () => ({ kind: 'changed' }))
    this.advance(nowMs, gaps)
    this.memory.rev = rev
    this.memory.incidentMs ??= incidentMs
    this.memory.onMs = { ...onMs, ...this.memory.onMs }
    const after = new Map(this.#states().map(({ id, state }) => [id, state]))
    const was = new Map(before.map(({ id, state }) => [id, state]))
    const ids = [...new Set([...after.keys(), ...was.keys()])]
    const changed = ids.filter((id) => (after.get(id) ?? 'off') !== (was.get(id) ?? 'off'))
    if (changed.length === 0) {
      this.#noteIncident(nowMs)
      return []
    }
    const kind = changed.every((id) => !after.has(id)) ? 'removed' : 'changed'
    return [this.#moment(nowMs, gaps, { kind }, changed, before)]
  }

  /** Stored times that lie ahead of a clock that was set back count as now. */
  clampTo(nowMs: number): void {
    const { memory } = this
    if (memory.incidentMs !== null) memory.incidentMs = Math.min(memory.incidentMs, nowMs)
    for (const level of Object.values(memory.levels)) clampMemory(level, nowMs)
  }

  #expect(level: Level, memory: LevelMemory, outlookAt: OutlookAt, at: ExpectAt): Cause | null {
    const { expect } = level
    const { atMs, gaps, isAllowed } = at
    const outlook = expect && outlookAt(expect.km ?? level.km!)
    if (!expect || !outlook) return null
    if (!meets(expect, outlook, atMs)) {
      if (!memory.expected || atMs - memory.expected.metMs < LAPSE_MS) return null
      return lapse(memory, atMs, gaps)
    }
    if (!isAllowed) return null
    const isNew = memory.expected === null
    const untilMs = atMs + expect.withinMin * MINUTE_MS
    memory.expected = { sinceMs: memory.expected?.sinceMs ?? atMs, metMs: atMs, untilMs }
    const chance = outlook.chanceWithin(expect.withinMin)
    if (!isNew) return null
    return { kind: 'chance', ...(chance !== null && { chance }), ...(outlook.arrival && { arrival: outlook.arrival }) }
  }

  #note(level: Level, timeMs: number, km: number): void {
    const memory = this.#memoryFor(level)
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

  #rise(nowMs: number, gaps: Gaps, mayStart: boolean, causeOf: (level: Level) => Cause): Moment[] {
    if (this.isOff && !mayStart) return []
    const rises = (level: Level, memory: LevelMemory | null) => {
      if (!memory || memory.on || level.km === undefined || memory.lastMs <= memory.overMs) return false
      return endUnbroken(level, memory) > nowMs
    }
    if (!this.#levels.some((level) => rises(level, this.memoryOf(level)))) return []
    const moment = this.#change(nowMs, gaps, (level, memory) => {
      if (!rises(level, memory)) return null
      turnOn(memory, (level.strikes > 1 ? completedAt(memory, level) : null) ?? memory.lastMs)
      return causeOf(level)
    })
    return moment ? [moment] : []
  }

  #turnOff(level: Level, memory: LevelMemory, atMs: number): void {
    const { onMs } = this.memory
    onMs[level.id] = (onMs[level.id] ?? 0) + Math.max(0, atMs - memory.sinceMs)
    memory.on = false
    memory.sinceMs = atMs
    memory.overMs = Math.max(memory.overMs, memory.lastMs)
    memory.recent = []
    memory.clearMs = null
  }

  #mayHaveEnded(atMs: number): boolean {
    return this.#levels.some((level) => {
      const memory = this.memoryOf(level)
      return memory?.on && endUnbroken(level, memory) <= atMs
    })
  }

  /** Time of the next change of this ladder without a new trigger; null if there is none. */
  #nextDue(toMs: number, gaps: Gaps): number | null {
    let nextMs: number | null = null
    for (const level of this.#levels) {
      const memory = this.memory.levels[level.id]
      const atMs = memory ? this.#dueBy(level, memory, toMs, gaps) : null
      if (atMs !== null && (nextMs === null || atMs < nextMs)) nextMs = atMs
    }
    return nextMs
  }

  /** When time alone ends a level or its expectation, where that is at or before a moment. */
  #dueBy(level: Level, memory: LevelMemory, toMs: number, gaps: Gaps): number | null {
    if (memory.on) return endedBy(level, memory, this.kind, gaps, toMs)
    const lapsesMs = memory.expected ? memory.expected.untilMs + LAPSE_MS : Number.POSITIVE_INFINITY
    return lapsesMs <= toMs ? lapsesMs : null
  }

  #change(atMs: number, gaps: Gaps, change: Change): Moment | null {
    const before = this.#states()
    const changed: string[] = []
    let cause: Cause | null = null
    for (const level of this.#levels) {
      if (this.kind === 'weather' && !this.memoryOf(level)) continue
      const causeHere = change(level, this.#memoryFor(level))
      if (!causeHere) continue
      changed.push(level.id)
      cause ??= causeHere
    }
    return cause && this.#moment(atMs, gaps, cause, changed, before)
  }

  #moment(atMs: number, gaps: Gaps, cause: Cause, changed: string[], before: States): Moment {
    const incident = this.#noteIncident(atMs)
    const after = this.#states()
    return {
      atMs,
      cause,
      step: stepOf(this.kind, before, after),
      changed,
      before: headlineOf(before),
      after: headlineOf(after),
      left: before.find(({ id }) => id === changed[0])?.state ?? 'off',
      levels: this.states(gaps, atMs),
      rev: ++this.memory.rev,
      ...incident,
    }
  }

  /** Begins or ends the incident according to the present states; returns the incident of the last change. */
  #noteIncident(atMs: number): { incidentMs: number | null; onMs: Record<string, number> } {
    const { memory } = this
    const begun = this.#levels.flatMap((level) => {
      const each = this.memoryOf(level)
      return each?.on ? [each.sinceMs] : each?.expected ? [each.expected.sinceMs] : []
    })
    if (begun.length > 0) memory.incidentMs ??= Math.min(atMs, ...begun)
    const { incidentMs, onMs } = memory
    if (begun.length === 0) {
      memory.incidentMs = null
      memory.onMs = {}
    }
    return { incidentMs, onMs: { ...onMs } }
  }

  #memoryFor(level: Level): LevelMemory {
    const held = this.memory.levels[level.id]
    if (held) return held
    const made = newMemory(level)
    this.memory.levels[level.id] = made
    return made
  }

  #states(): States {
    return this.#levels.map((level) => ({ id: level.id, state: stateNameOf(this.memoryOf(level)) }))
  }

  /** The same with levels that are stored, and not in the ladder: they rank last. */
  #statesOfMemory(): States {
    const ids = new Set([...this.#levels.map(({ id }) => id), ...Object.keys(this.memory.levels)])
    return [...ids].map((id) => ({ id, state: stateNameOf(this.memory.levels[id] ?? null) }))
  }
}

function stateNameOf(memory: LevelMemory | null): LevelStateName {
  return memory?.on ? 'on' : memory?.expected ? 'expected' : 'off'
}

/** When a level ends at the earliest where no data are missing. */
function endUnbroken({ holdMin }: Level, { lastMs }: LevelMemory): number {
  return endOf(lastMs, Number.NEGATIVE_INFINITY, holdMin * MINUTE_MS)!
}

function turnOn(memory: LevelMemory, sinceMs: number): void {
  memory.on = true
  memory.sinceMs = sinceMs
  memory.expected = null
  memory.clearMs = null
}
