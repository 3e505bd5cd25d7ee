import type { LadderKind } from '../../contract/watch/place-states.ts'
import { ringReach } from '../airports/location-error.ts'
import { REPORT_OVERDUE_MS, type Report } from '../metar/report.ts'
import { type GuardedHours, isWithinHours, parseHours } from '../places/guarded-hours.ts'
import { laddersOf, type Place } from '../places/place.ts'
import { PlaceCells } from '../places/place-cells.ts'
import { type PlaceShape, shapeOf } from '../places/place-shape.ts'
import { MINUTE_MS } from '../time/durations.ts'
import type { Ladders } from './ladder-of.ts'
import type { LadderMemory } from './level-memory.ts'
import type { Gaps } from './level-state.ts'
import type { OutlookAt } from './nowcast-trigger.ts'
import { type Moment, PlaceLadder } from './place-ladder.ts'
import { judge } from './report-trigger.ts'
import type { States } from './step.ts'

export interface PlaceMemory {
  lightning?: LadderMemory | undefined
  weather?: LadderMemory | undefined
  reports?: ReportMemory | undefined
}

/** Unix ms. */
interface ReportMemory {
  /** The latest report, by its observation. */
  obsMs: number
  isOverdue: boolean
}

export interface LevelChange {
  kind: 'levels'
  subject: Subject
  ladder: LadderKind
  moment: Moment
}
/** A special report, an overdue one, or the arrival of an overdue one. */
export interface ReportNotice {
  kind: 'speci' | 'overdue' | 'seen'
  subject: Subject
  obsMs: number
  /** The last report before the overdue one. */
  fromMs?: number
  atMs: number
}
export type EngineChange = LevelChange | ReportNotice

/** A place with its ladders. */
export interface Subject {
  readonly place: Place
  readonly ladders: Ladders
  readonly lightning: PlaceLadder
  readonly weather: PlaceLadder
  readonly shape: PlaceShape
  readonly hours: GuardedHours | null
  reports: ReportMemory | null
  /** When the state was last stored, Unix ms. */
  keptMs: number
}

/**
 * Storage interval while strikes arrive: a restart replays 40 minutes, which must reach back to the stored state for
 * any hold time.
 */
const KEEP_EVERY_MS = 5 * MINUTE_MS

/**
 * Evaluates the levels of many places: compares each strike, nowcast and report with them once. The caller passes the
 * time (Unix ms) and the gaps in the data.
 */
export class LevelEngine {
  #subjects = new Map<string, Subject>()
  #cells = new PlaceCells<Subject>()
  /** By the airport whose reports are used. */
  #byAirport = new Map<string, Subject[]>()
  #withHours: Subject[] = []
  /** Lightning and weather ladders with a level that is not off. */
  readonly #open = new Set<Subject>()
  readonly #unsettled = new Map<string, { lightning?: States; weather?: States }>()
  readonly #remembered: Map<string, PlaceMemory>
  readonly #reportOf: (icao: string) => Report | undefined
  readonly #errorKm: number
  readonly #changed = new Map<string, PlaceMemory | null>()

  /** `remembered`: by place; some of these places may be added later. `errorKm`: location error, 0 if unknown. */
  constructor(deps: {
    remembered?: ReadonlyMap<string, PlaceMemory>
    errorKm?: number
    reportOf?: (icao: string) => Report | undefined
  }) {
    this.#remembered = new Map(deps.remembered)
    this.#errorKm = deps.errorKm ?? 0
    this.#reportOf = deps.reportOf ?? (() => undefined)
  }

  get subjects(): ReadonlyMap<string, Subject> {
    return this.#subjects
  }

  /** Restores the stored state of a place without one. */
  remember(placeId: string, memory: PlaceMemory): void {
    if (!this.#remembered.has(placeId)) this.#remembered.set(placeId, memory)
  }

  /**
   * Replaces the places and their levels; returns the changes of removed places. Afterwards replay the strikes of the
   * last 40 minutes, then call `settle`.
   */
  setPlaces(places: readonly Place[], nowMs: number, gaps: Gaps): EngineChange[] {
    const before = this.#subjects
    this.#subjects = new Map()
    this.#cells = new PlaceCells()
    this.#byAirport = new Map()
    for (const place of places) this.#add(place, before.get(place.id), nowMs)
    this.#withHours = [...this.#subjects.values()].filter(({ hours }) => hours !== null)
    const gone = [...before.values()].filter(({ place }) => !this.#subjects.has(place.id))
    return gone.flatMap((subject) => this.#remove(subject, nowMs, gaps))
  }

  /** Places with stored state that no list contained yet. */
  awaited(): string[] {
    return [...this.#remembered.keys()]
  }

  /** Ends the levels of a place that was removed while no process ran; `place` is its last known definition. */
  retire(place: Place, nowMs: number, gaps: Gaps): EngineChange[] {
    return this.#remove(this.#subjectOf(place, undefined), nowMs, gaps)
  }

  /** Adds a strike; strikes may arrive in any order and repeatedly. */
  strike(timeMs: number, lat: number, lon: number, nowMs: number, gaps: Gaps): EngineChange[] {
    const changes: EngineChange[] = []
    const at = { lat, lon }
    this.#cells.visit(lat, lon, (subject) => {
      const reachKm = this.#reachOf(subject.ladders)
      const km = subject.shape.kmFrom(at, reachKm)
      if (km > reachKm) return
      const moments = subject.lightning.strike(timeMs, km, nowMs, gaps, this.#mayStart(subject, nowMs))
      if (!this.#isSettled(subject)) return
      if (moments.length > 0) changes.push(...this.#note(subject, subject.lightning, moments, nowMs))
      else if (!subject.lightning.isOff && nowMs - subject.keptMs >= KEEP_EVERY_MS) this.#keep(subject, nowMs)
    })
    return changes
  }

  /** Ends changed levels that the replay did not confirm. */
  settle(nowMs: number, gaps: Gaps): EngineChange[] {
    const changes = [...this.#unsettled].flatMap(([id, before]) => {
      const subject = this.#subjects.get(id)!
      return [subject.lightning, subject.weather].flatMap((ladder) => {
        const states = before[ladder.kind]
        if (!states) return []
        return this.#note(subject, ladder, ladder.settle(states, nowMs, gaps, this.#mayStart(subject, nowMs)), nowMs)
      })
    })
    this.#unsettled.clear()
    return changes
  }

  /** Adds a nowcast of `atMs`: its outlooks by place. */
  nowcast(outlooks: Iterable<readonly [placeId: string, at: OutlookAt]>, atMs: number, gaps: Gaps): EngineChange[] {
    const changes: EngineChange[] = []
    for (const [id, outlookAt] of outlooks) {
      const subject = this.#subjects.get(id)
      if (!subject || !this.#isSettled(subject)) continue
      const moments = subject.lightning.nowcast(outlookAt, atMs, gaps, this.#mayStart(subject, atMs))
      if (moments.length > 0 || subject.lightning.hasExpected)
        changes.push(...this.#note(subject, subject.lightning, moments, atMs))
    }
    return changes
  }

  report(report: Report, nowMs: number): EngineChange[] {
    return (this.#byAirport.get(report.icao) ?? []).flatMap((subject) => this.#hold(subject, report, nowMs))
  }

  /** Changes due to time alone. Call each second. */
  tick(nowMs: number, gaps: Gaps): EngineChange[] {
    const changes: EngineChange[] = []
    for (const subject of this.#withHours) {
      if (!subject.lightning.isOff || !this.#mayStart(subject, nowMs)) continue
      const moments = subject.lightning.start(nowMs, gaps)
      if (moments.length > 0) changes.push(...this.#note(subject, subject.lightning, moments, nowMs))
    }
    for (const subject of this.#open) {
      if (!this.#isSettled(subject)) continue
      for (const ladder of [subject.lightning, subject.weather]) {
        const moments = ladder.advance(nowMs, gaps)
        if (moments.length > 0) changes.push(...this.#note(subject, ladder, moments, nowMs))
      }
    }
    return changes
  }

  /** Overdue reports, checked once a minute. */
  lookForOverdue(nowMs: number): EngineChange[] {
    const changes: EngineChange[] = []
    for (const [airport, subjects] of this.#byAirport) {
      for (const subject of subjects) {
        const report = this.#reportOf(airport)
        if (!report || subject.reports?.isOverdue || nowMs - report.obsTimeMs <= REPORT_OVERDUE_MS) continue
        const { obsTimeMs: obsMs } = report
        subject.reports = { obsMs, isOverdue: true }
        this.#keep(subject, nowMs)
        if (subject.ladders.tellsOverdue) changes.push({ kind: 'overdue', subject, obsMs, atMs: nowMs })
      }
    }
    return changes
  }

  /** The clock was set back: later stored times become the present. */
  clampTo(nowMs: number): void {
    for (const subject of this.#open) {
      subject.lightning.clampTo(nowMs)
      subject.weather.clampTo(nowMs)
      this.#keep(subject, nowMs)
    }
  }

  /** The states changed since the last call, by place; null for a removed place. */
  takeChanges(): [id: string, memory: PlaceMemory | null][] {
    const changes = [...this.#changed]
    this.#changed.clear()
    return changes
  }

  #remove(subject: Subject, nowMs: number, gaps: Gaps): EngineChange[] {
    this.#open.delete(subject)
    this.#unsettled.delete(subject.place.id)
    this.#changed.set(subject.place.id, null)
    return [subject.lightning, subject.weather].flatMap((ladder) => {
      if (ladder.isOff) return []
      return changesOf(subject, ladder, ladder.settle(ladder.setLevels([]), nowMs, gaps, false))
    })
  }

  #subjectOf(place: Place, held: Subject | undefined): Subject {
    const ladders = laddersOf(place)
    const memory = held ? undefined : this.#remembered.get(place.id)
    this.#remembered.delete(place.id)
    const isWhereItWas = held !== undefined && isSame(held.place.geometry, place.geometry)
    return {
      place,
      ladders,
      lightning: held?.lightning ?? new PlaceLadder('lightning', ladders.lightning, memory?.lightning, this.#errorKm),
      weather: held?.weather ?? new PlaceLadder('weather', ladders.weather, memory?.weather, this.#errorKm),
      shape: isWhereItWas ? held.shape : shapeOf(place.geometry),
      hours: place.hours === null ? null : parseHours(place.hours),
      reports: held?.reports ?? memory?.reports ?? null,
      keptMs: held?.keptMs ?? 0,
    }
  }

  #add(place: Place, held: Subject | undefined, nowMs: number): void {
    const subject = this.#subjectOf(place, held)
    const isMoved = held !== undefined && subject.shape !== held.shape
    if (held) this.#open.delete(held)
    this.#subjects.set(place.id, subject)
    this.#cells.add(subject, subject.shape, this.#reachOf(subject.ladders))
    const airport = place.at ?? place.id
    this.#byAirport.set(airport, [...(this.#byAirport.get(airport) ?? []), subject])
    this.#change(subject, subject.lightning, isMoved)
    this.#change(subject, subject.weather, held !== undefined && held.place.at !== place.at)
    // Reports may arrive before the list of airports.
    const report = this.#reportOf(airport)
    if (report) this.#begin(subject, report, nowMs)
    if (!subject.lightning.isOff || !subject.weather.isOff) this.#open.add(subject)
  }

  /** Replaces the levels of a ladder; levels with other settings wait for the replay. */
  #change(subject: Subject, ladder: PlaceLadder, isMoved: boolean): void {
    const levels = subject.ladders[ladder.kind]
    if (!isMoved && !ladder.judgesOtherwise(levels)) {
      ladder.setLevels(levels)
      return
    }
    const { id } = subject.place
    if (isMoved) ladder.forget()
    const before = ladder.setLevels(levels)
    this.#unsettled.set(id, { [ladder.kind]: before, ...this.#unsettled.get(id) })
  }

  #hold(subject: Subject, report: Report, nowMs: number): EngineChange[] {
    const { obsTimeMs: obsMs } = report
    this.#begin(subject, report, nowMs)
    const moments = subject.weather.report((level) => judge(level, report, nowMs), obsMs, nowMs)
    const before = subject.reports
    const isNew = before !== null && obsMs > before.obsMs
    subject.reports = { obsMs, isOverdue: nowMs - obsMs > REPORT_OVERDUE_MS }
    const notices: ReportNotice[] = []
    if (before?.isOverdue && !subject.reports.isOverdue && subject.ladders.tellsOverdue) {
      notices.push({ kind: 'seen', subject, obsMs, fromMs: before.obsMs, atMs: nowMs })
    }
    if (isNew && report.isSpeci && subject.ladders.tellsSpeci) {
      notices.push({ kind: 'speci', subject, obsMs, atMs: nowMs })
    }
    const isWorthKeeping = notices.length > 0 || moments.length > 0 || !before || report.isSpeci
    return isWorthKeeping ? [...notices, ...this.#note(subject, subject.weather, moments, nowMs)] : []
  }

  /** Initialises weather levels by their first report. */
  #begin(subject: Subject, report: Report, nowMs: number): void {
    for (const level of subject.weather.levels) {
      if (subject.weather.memoryOf(level)) continue
      const { isMet } = judge(level, report, nowMs)
      if (isMet !== null) subject.weather.begin(level, isMet, report.obsTimeMs)
    }
  }

  #note(subject: Subject, ladder: PlaceLadder, moments: readonly Moment[], nowMs: number): LevelChange[] {
    this.#keep(subject, nowMs)
    return changesOf(subject, ladder, moments)
  }

  #keep(subject: Subject, nowMs: number): void {
    subject.keptMs = nowMs
    const { lightning, weather, reports, place } = subject
    this.#changed.set(place.id, {
      ...(Object.keys(lightning.memory.levels).length > 0 && { lightning: lightning.memory }),
      ...(Object.keys(weather.memory.levels).length > 0 && { weather: weather.memory }),
      ...(reports && { reports }),
    })
    if (lightning.isOff && weather.isOff) this.#open.delete(subject)
    else this.#open.add(subject)
  }

  #isSettled({ place }: Subject): boolean {
    return this.#unsettled.size === 0 || !this.#unsettled.has(place.id)
  }

  #mayStart({ hours, place }: Subject, nowMs: number): boolean {
    return hours === null || isWithinHours(hours, place.timeZone ?? 'UTC', nowMs)
  }

  #reachOf({ lightning }: Ladders): number {
    const outermostKm = Math.max(0, ...lightning.flatMap(({ km }) => km ?? []))
    return outermostKm === 0 ? 0 : ringReach(outermostKm, this.#errorKm).perhapsKm
  }
}

function isSame(a: Place['geometry'], b: Place['geometry']): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function changesOf(subject: Subject, { kind }: PlaceLadder, moments: readonly Moment[]): LevelChange[] {
  return moments.map((moment) => ({ kind: 'levels', subject, ladder: kind, moment }))
}
