import type { PlaceState } from '../../contract/watch/place-states.ts'
import { type CategoryPreset, type FlightCategory, flightCategory, presentCategory } from '../metar/flight-category.ts'
import { type Report, type ReportAge, reportAge } from '../metar/report.ts'
import { type Coming, isComingSoon, URGENT_FROM } from '../nowcast/coming.ts'
import type { Airport } from './airport.ts'
import type { HoldTimer } from './lightning-hold-timer.ts'
import { checkReport, type ReportCheck } from './report-check.ts'
import { urgencyOf } from './urgency.ts'

/** The situation of an airport, or of another monitored place without reports. */
interface Situation {
  report: Report | undefined
  age: ReportAge | 'none'
  /** The present one. */
  category: FlightCategory
  holdTimer: HoldTimer | null
  check: ReportCheck | null
  /** The approaching storm, and the probability of strikes. */
  coming: Coming
  /** Whether a storm is there or likely to arrive within the hour, or the chance of a strike is at least `URGENT_FROM`. */
  isComing: boolean
  /** Whether a lightning level is triggered or expected. */
  isTriggered: boolean
  /** Orders airports by their situation, highest first; equal ones by `urgency`, which counts strikes. */
  gravity: number
  urgency(): number
  isWatched: boolean
  /** Not an airport. */
  isPlace: boolean
}

export interface BoardRow extends Situation {
  airport: Airport
}

export interface BoardSources {
  latest(icao: string): Report | undefined
  holdTimer(icao: string): HoldTimer | null
  /** Lightning levels as the server evaluates them; null while unknown, or off: then the rings count. */
  levels(icao: string): PlaceState | null
  coming(icao: string): Coming
  /** Probability of a strike within 30 minutes, 0 to 1; null if unknown. */
  chance(icao: string): number | null
  isWatched(icao: string): boolean
  isPlace(id: string): boolean
  preset: CategoryPreset
  /** No reports arrive. */
  areReportsStale: boolean
}

const categories = new WeakMap<Report, { preset: CategoryPreset; category: FlightCategory }>()

export function boardRow(airport: Airport, sources: BoardSources, nowMs: number): BoardRow {
  return Object.assign(situationAt(airport.icao, sources, nowMs), { airport })
}

/** By ICAO code, or id of a place. */
export function situationAt(id: string, sources: BoardSources, nowMs: number): Situation {
  const report = sources.latest(id)
  const holdTimer = sources.holdTimer(id)
  const age = report ? reportAge(report.obsTimeMs, nowMs) : 'none'
  const reported = report ? categoryOf(report, sources.preset) : 'unknown'
  const category = presentCategory(reported, age, sources.areReportsStale)
  const check = report && holdTimer ? checkReport(report, holdTimer) : null
  const isPlace = sources.isPlace(id)
  const coming = sources.coming(id)
  const chance = sources.chance(id)
  const isComing = isComingSoon(coming) || (chance ?? 0) >= URGENT_FROM
  const levels = sources.levels(id)
  const urgency = urgencyOf({ report, category, holdTimer, levels, check, chance, isComing, isPlace }, nowMs)
  const isTriggered = levels?.levels.some(({ state }) => state !== 'off') ?? false
  const isWatched = sources.isWatched(id)
  return {
    report,
    age,
    category,
    holdTimer,
    check,
    coming,
    isComing,
    isTriggered,
    gravity: urgency.gravity,
    urgency: urgency.whole,
    isWatched,
    isPlace,
  }
}

/** Cached categories: a report never changes, and its category is read each second. */
function categoryOf(report: Report, preset: CategoryPreset): FlightCategory {
  const known = categories.get(report)
  if (known?.preset === preset) return known.category
  const category = flightCategory(report, preset)
  categories.set(report, { preset, category })
  return category
}
