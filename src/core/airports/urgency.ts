import type { PlaceState } from '../../contract/watch/place-states.ts'
import type { FlightCategory } from '../metar/flight-category.ts'
import { type Report, reportAge } from '../metar/report.ts'
import { MINUTE_MS } from '../time/durations.ts'
import type { HoldTimer } from './lightning-hold-timer.ts'
import type { ReportCheck } from './report-check.ts'

/** Input of an airport's urgency. */
export interface AirportState {
  report: Report | undefined
  category: FlightCategory
  holdTimer: HoldTimer | null
  /** Its lightning levels, weighted by severity; without them its rings. */
  levels: PlaceState | null
  check: ReportCheck | null
  /** Probability of a strike within 30 minutes, 0 to 1; null if unknown. */
  chance: number | null
  /** A storm is likely to arrive within the hour. */
  isComing: boolean
  /** A place without reports. */
  isPlace: boolean
}

const CATEGORY_WEIGHT: Record<FlightCategory, number> = { lifr: 50, ifr: 40, mvfr: 15, unknown: 4, vfr: 0 }
/** Weight of the most severe level that is on, less by a step for each following one; all are worse than fog. */
const RING_WEIGHT = 90
const RING_STEP = 8
const COMING_WEIGHT = 25
const CHECK_WEIGHT = 20
const SPECI_WEIGHT = 10
const THUNDER_WEIGHT = 18
const GUST_MPS = 17
const GUST_WEIGHT = 12
const OVERDUE_WEIGHT = 6
/** Bound of each part of the sort key: a later part decides only between equals. */
const CHANCE = 1e3
const WORST = 1e9
const RECENT = 1e7
const OFTEN = 1e3
const COUNT_MAX = RECENT / OFTEN - 1
const MINUTES_MAX = 60

/**
 * Urgency of an airport, higher first: by the probability of a strike within 30 minutes, in per cent; then by its worst problem, where
 * the most severe level counts; then by recency, to the minute, and number of strikes; then by the sum of all problems; then by
 * the fraction of the per cent.
 */
export interface Urgency {
  /** The probability and the worst problem: an order by it is stable between strikes. */
  gravity: number
  /** Counts strikes, which only airports of equal gravity need. */
  whole(): number
}

export function urgencyOf(state: AirportState, nowMs: number): Urgency {
  const { report, category, check, isPlace, levels } = state
  const isComing = state.isComing || levels?.levels.some((level) => level.state === 'expected')
  const age = report ? reportAge(report.obsTimeMs, nowMs) : null
  const rank = struckRank(state)
  const ring = rank < 0 ? 0 : RING_WEIGHT - rank * RING_STEP
  const storm = isComing ? COMING_WEIGHT : 0
  const checked = check ? CHECK_WEIGHT : 0
  let worst = Math.max(ring, storm, checked)
  let sum = ring + storm + checked
  const add = (weight: number) => {
    worst = Math.max(worst, weight)
    sum += weight
  }
  if (isPlace) {
    // It has no reports.
  } else if (!report || age === 'outdated') add(CATEGORY_WEIGHT.unknown)
  else {
    add(CATEGORY_WEIGHT[category])
    if (report.weather.some((code) => code.includes('TS'))) add(THUNDER_WEIGHT)
    if (report.isSpeci) add(SPECI_WEIGHT)
    if ((report.windGustMps ?? 0) >= GUST_MPS) add(GUST_WEIGHT)
  }
  if (!isPlace && age && age !== 'current') add(OVERDUE_WEIGHT)
  const percent = 100 * (state.chance ?? 0)
  const gravity = CHANCE * Math.round(percent) + worst
  // Its fraction comes last: it is less than the smallest difference of two sums.
  const fraction = percent - Math.round(percent) + 0.5
  return { gravity, whole: () => gravity * WORST + strikesIn(struckOf(state, rank), nowMs) + sum + fraction }
}

interface Struck {
  lastMs: number | null
  count: number
}

/** Index of the most severe level that is on, else of the innermost ring with a strike; -1 without one. */
function struckRank({ holdTimer, levels }: AirportState): number {
  if (levels) return levels.levels.findIndex(({ state }) => state === 'on')
  return holdTimer?.rings.findIndex(({ count }) => count > 0) ?? -1
}

function struckOf({ holdTimer, levels }: AirportState, rank: number): Struck | null {
  if (rank < 0) return null
  const rings = holdTimer?.rings ?? []
  if (!levels) return rings[rank]!
  const level = levels.levels[rank]!
  const ring = rings.find(({ km }) => km === level.km)
  // The server sends no state for each further strike.
  const lastMs = Math.max(level.last === null ? 0 : Date.parse(level.last), ring?.lastMs ?? 0)
  return { lastMs: lastMs === 0 ? null : lastMs, count: ring?.count ?? 0 }
}

/** Minutes since the last strike first, then the number of strikes. */
function strikesIn(struck: Struck | null, nowMs: number): number {
  if (!struck || struck.lastMs === null) return 0
  const minutes = Math.min(MINUTES_MAX, Math.max(0, Math.floor((nowMs - struck.lastMs) / MINUTE_MS)))
  return (MINUTES_MAX - minutes) * RECENT + Math.min(struck.count, COUNT_MAX) * OFTEN
}
