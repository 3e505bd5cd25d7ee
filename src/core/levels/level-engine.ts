import { type FeedObserved, LADDERS, type LadderKind } from '../../contract/watch/place-states.ts'
import { ringReach } from '../airports/location-error.ts'
import { compareReports, REPORT_OVERDUE_MS, type Report } from '../metar/report.ts'
import { type GuardedHours, isWithinHours, parseHours } from '../places/guarded-hours.ts'
import { commonPlace, laddersOf, type Place } from '../places/place.ts'
import { PlaceCells } from '../places/place-cells.ts'
import { type PlaceShape, shapeOf } from '../places/place-shape.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { isoOf } from '../time/iso.ts'
import { isSame } from '../util/is-same.ts'
import type { Ladders } from './ladder-of.ts'
import type { LadderMemory } from './level-memory.ts'
import type { Gaps } from './level-state.ts'
import type { OutlookAt } from './nowcast-trigger.ts'
import { type Moment, PlaceLadder } from './place-ladder.ts'
import { judge } from './report-trigger.ts'

export interface PlaceMemory {
  lightning?: LadderMemory | undefined
  weather?: LadderMemory | undefined
  /** The latest report, by its observation, Unix ms. */
  reports?: { obsMs: number; isOverdue: boolean } | undefined
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
  ladder: 'weather'
  obsMs: number
  /** The last report before the overdue one. */
  fromMs?: number
  atMs: number
}
export type EngineChange = LevelChange | ReportNotice

export interface Subject {
  readonly place: Place
  readonly ladders: Ladders
  readonly lightning: PlaceLadder
  readonly weather: PlaceLadder
  readonly shape: PlaceShape
  /** Up to this distance a strike may be within a level, km. */
  readonly reachKm: number
  readonly hours: GuardedHours | null
  reports: PlaceMemory['reports']
  /** When the state was last stored, Unix ms. */
  storedMs: number
}

/**
 * Storage interval while strikes arrive: a restart replays 40 minutes, which must reach back to the stored state for
 * any hold time.
 */
const STORE_EVERY_MS = 5 * MINUTE_MS

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
  /** Subjects with a level that is not off. */
  #open = new Set<Subject>()
  #overdueCheckMs = 0
  readonly #stored: (place: Place) => PlaceMemory | undefined
  /** The latest report of each airport: it may arrive before the list of airports. */
  readonly #reports = new Map<string, Report>()
  readonly #errorKm: number
  readonly #changed = new Map<string, PlaceMemory | null>()

  /** `stored`: the state of a place that is added. `errorKm`: location error, 0 if unknown. */
  constructor(deps: { stored?: (place: Place) => PlaceMemory | undefined; errorKm?: number }) {
    this.#stored = deps.stored ?? (() => undefined)
    this.#errorKm = deps.errorKm ?? 0
  }

  get subjects(): ReadonlyMap<string, Subject> {
    return this.#subjects
  }

  /**
   * Replaces the places and their levels; returns the changes of removed places. Afterwards replay the strikes of the
   * last 40 minutes, then call `settle`.
   */
  setPlaces(places: readonly Place[], nowMs: number, gaps: Gaps): EngineChange[] {
    const before = this.#subjects
    const subjects = places.map((place) => this.#subject(place, before.get(place.id)))
    this.#subjects = new Map(subjects.map((subject) => [subject.place.id, subject]))
    this.#byAirport = Map.groupBy(subjects, ({ place }) => airportOf(place))
    this.#withHours = subjects.filter(({ hours }) => hours !== null)
    this.#open = new Set(subjects.filter((subject) => !isOff(subject)))
    this.#cells = new PlaceCells()
    for (const subject of subjects) this.#cells.add(subject, subject.shape, subject.reachKm)
    const changes = subjects.flatMap((subject) => this.#reportOfNewLevels(subject, nowMs))
    const gone = [...before.values()].filter(({ place }) => !this.#subjects.has(place.id))
    return [...changes, ...gone.flatMap((subject) => this.#remove(subject, nowMs, gaps))]
  }

  /** Ends the levels of a place that was removed while no process ran; `place` is its last known definition. */
  retire(place: Place, nowMs: number, gaps: Gaps): EngineChange[] {
    return this.#remove(this.#subject(place), nowMs, gaps)
  }

  /** Adds a strike; strikes may arrive in any order and repeatedly. */
  strike(timeMs: number, lat: number, lon: number, nowMs: number, gaps: Gaps): EngineChange[] {
    const changes: EngineChange[] = []
    const at = { lat, lon }
    this.#cells.visit(lat, lon, (subject) => {
      const { lightning, reachKm, shape } = subject
      const km = shape.kmFrom(at, reachKm)
      if (km > reachKm) return
      const moments = lightning.strike(timeMs, km, nowMs, gaps, mayStart(subject, nowMs))
      if (!lightning.isSettled) return
      changes.push(...this.#take(subject, 'lightning', moments, nowMs))
      if (!lightning.isOff && nowMs - subject.storedMs >= STORE_EVERY_MS) this.#store(subject, nowMs)
    })
    return changes
  }

  /** Ends changed levels that the replay did not confirm. */
  settle(nowMs: number, gaps: Gaps): EngineChange[] {
    return [...this.#subjects.values()].flatMap((subject) =>
      LADDERS.filter((kind) => !subject[kind].isSettled).flatMap((kind) => {
        const changes = this.#take(subject, kind, subject[kind].settle(nowMs, gaps), nowMs)
        this.#store(subject, nowMs)
        return changes
      }),
    )
  }

  /** Adds a nowcast of `atMs`: its outlooks by common place. */
  nowcast(outlooks: ReadonlyMap<string, OutlookAt>, atMs: number, gaps: Gaps): EngineChange[] {
    const changes: EngineChange[] = []
    for (const subject of this.#subjects.values()) {
      const { lightning, place } = subject
      const outlookAt = outlooks.get(commonPlace(place).id)
      if (!outlookAt || !lightning.isSettled) continue
      const moments = lightning.nowcast(outlookAt, atMs, gaps, mayStart(subject, atMs))
      changes.push(...this.#take(subject, 'lightning', moments, atMs))
      if (Object.values(lightning.memory.levels).some(({ expected }) => expected)) this.#store(subject, atMs)
    }
    return changes
  }

  /** Adds a report; a known or an older one changes nothing. */
  report(report: Report, nowMs: number): EngineChange[] {
    const known = this.#reports.get(report.icao)
    if (known && (report === known || compareReports(report, known) < 0)) return []
    this.#reports.set(report.icao, report)
    return (this.#byAirport.get(report.icao) ?? []).flatMap((subject) => this.#report(subject, report, nowMs))
  }

  /** Changes due to time alone. Call each second. */
  tick(nowMs: number, gaps: Gaps): EngineChange[] {
    const changes: EngineChange[] = []
    for (const subject of this.#withHours) {
      const { lightning } = subject
      if (!lightning.isOff || !mayStart(subject, nowMs)) continue
      changes.push(...this.#take(subject, 'lightning', lightning.rise(nowMs, gaps, true, null), nowMs))
    }
    for (const subject of this.#open) {
      for (const kind of LADDERS) changes.push(...this.#take(subject, kind, subject[kind].advance(nowMs, gaps), nowMs))
    }
    if (Math.abs(nowMs - this.#overdueCheckMs) < MINUTE_MS) return changes
    this.#overdueCheckMs = nowMs
    return [...changes, ...this.#overdue(nowMs)]
  }

  /** Whether reports of the place arrive, and the time of the latest. */
  reportsOf({ place, reports }: Subject): FeedObserved {
    const report = this.#reports.get(airportOf(place))
    return { now: report !== undefined && !reports?.isOverdue, since: report ? isoOf(report.obsTimeMs) : null }
  }

  /** The clock was set back: later stored times become the present. */
  clampTo(nowMs: number): void {
    for (const subject of this.#open) {
      for (const kind of LADDERS) subject[kind].clampTo(nowMs)
      this.#store(subject, nowMs)
    }
  }

  /** The states changed since the last call, by place; null for a removed place. */
  takeChanges(): [id: string, memory: PlaceMemory | null][] {
    const changes = [...this.#changed]
    this.#changed.clear()
    return changes
  }

  #remove(subject: Subject, nowMs: number, gaps: Gaps): EngineChange[] {
    const changes = LADDERS.flatMap((kind) => {
      subject[kind].setLevels([])
      return this.#take(subject, kind, subject[kind].settle(nowMs, gaps), nowMs)
    })
    this.#changed.set(subject.place.id, null)
    return changes
  }

  /** With the ladders and the state of the same subject before, else with stored state. */
  #subject(place: Place, known?: Subject): Subject {
    const ladders = laddersOf(place)
    const stored = known ? undefined : this.#stored(place)
    const isThere = known !== undefined && isSame(known.place.geometry, place.geometry)
    known?.lightning.setLevels(ladders.lightning, !isThere)
    known?.weather.setLevels(ladders.weather, known.place.at !== place.at)
    const ladderOf = (kind: LadderKind) =>
      known?.[kind] ?? new PlaceLadder(ladders[kind], stored?.[kind], this.#errorKm)
    const outermostKm = Math.max(0, ...ladders.lightning.flatMap(({ km }) => km ?? []))
    return {
      place,
      ladders,
      reachKm: outermostKm === 0 ? 0 : ringReach(outermostKm, this.#errorKm).perhapsKm,
      lightning: ladderOf('lightning'),
      weather: ladderOf('weather'),
      shape: isThere ? known.shape : shapeOf(place.geometry),
      hours: place.hours === null ? null : parseHours(place.hours),
      reports: (known ?? stored)?.reports,
      storedMs: known?.storedMs ?? 0,
    }
  }

  /** Compares the latest report with the levels of a place, if some are new to it. */
  #reportOfNewLevels(subject: Subject, nowMs: number): EngineChange[] {
    const { weather, reports, place } = subject
    const report = this.#reports.get(airportOf(place))
    if (!report) return []
    const isNew = reports?.obsMs !== report.obsTimeMs || weather.levels.some(({ id }) => !weather.memory.levels[id])
    return isNew ? this.#report(subject, report, nowMs) : []
  }

  #report(subject: Subject, report: Report, nowMs: number): EngineChange[] {
    const { obsTimeMs: obsMs, isSpeci } = report
    const { weather, ladders, reports: before } = subject
    const moments = weather.report((level) => judge(level, report, nowMs), obsMs, nowMs)
    // A report that arrives late is noticed as overdue by the next check.
    const isOverdue = before?.isOverdue === true && nowMs - obsMs > REPORT_OVERDUE_MS
    subject.reports = { obsMs, isOverdue }
    const notices: ReportNotice[] = []
    if (before?.isOverdue && !isOverdue && ladders.tellsOverdue) {
      notices.push({ kind: 'seen', subject, ladder: 'weather', obsMs, fromMs: before.obsMs, atMs: nowMs })
    }
    if (before && obsMs > before.obsMs && isSpeci && ladders.tellsSpeci) {
      notices.push({ kind: 'speci', subject, ladder: 'weather', obsMs, atMs: nowMs })
    }
    if (notices.length > 0 || !before || isSpeci) this.#store(subject, nowMs)
    return [...notices, ...this.#take(subject, 'weather', moments, nowMs)]
  }

  /** Reports that have become overdue. */
  #overdue(nowMs: number): EngineChange[] {
    return [...this.#byAirport].flatMap(([airport, subjects]) => {
      const report = this.#reports.get(airport)
      if (!report || nowMs - report.obsTimeMs <= REPORT_OVERDUE_MS) return []
      const { obsTimeMs: obsMs } = report
      return subjects.flatMap((subject): EngineChange[] => {
        if (subject.reports?.isOverdue) return []
        subject.reports = { obsMs, isOverdue: true }
        this.#store(subject, nowMs)
        return subject.ladders.tellsOverdue ? [{ kind: 'overdue', subject, ladder: 'weather', obsMs, atMs: nowMs }] : []
      })
    })
  }

  #take(subject: Subject, ladder: LadderKind, moments: readonly Moment[], nowMs: number): LevelChange[] {
    if (moments.length > 0) this.#store(subject, nowMs)
    return moments.map((moment) => ({ kind: 'levels', subject, ladder, moment }))
  }

  #store(subject: Subject, nowMs: number): void {
    const { lightning, weather, reports, place } = subject
    subject.storedMs = nowMs
    this.#changed.set(place.id, {
      ...(Object.keys(lightning.memory.levels).length > 0 && { lightning: lightning.memory }),
      ...(Object.keys(weather.memory.levels).length > 0 && { weather: weather.memory }),
      ...(reports && { reports }),
    })
    if (isOff(subject)) this.#open.delete(subject)
    else this.#open.add(subject)
  }
}

function airportOf({ id, at }: Place): string {
  return at ?? id
}

function isOff({ lightning, weather }: Subject): boolean {
  return lightning.isOff && weather.isOff
}

function mayStart({ hours, place }: Subject, nowMs: number): boolean {
  return hours === null || isWithinHours(hours, place.timeZone ?? 'UTC', nowMs)
}
