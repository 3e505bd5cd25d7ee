import type { FlightCategory } from '../metar/flight-category.ts'
import { type Report, reportAge } from '../metar/report.ts'
import type { HoldTimer } from './lightning-hold-timer.ts'
import type { ReportCheck } from './report-check.ts'

/** What an airport's urgency is computed from. */
export interface AirportState {
  report: Report | undefined
  category: FlightCategory
  holdTimer: HoldTimer | null
  check: ReportCheck | null
}

const CATEGORY_WEIGHT: Record<FlightCategory, number> = { lifr: 50, ifr: 40, mvfr: 15, unknown: 4, vfr: 0 }
/** The innermost struck ring counts: this for the first ring, less by a step for each one further out. */
const RING_WEIGHT = 60
const RING_STEP = 8
const CLOSING_WEIGHT = 25
const CHECK_WEIGHT = 20
const SPECI_WEIGHT = 10
const THUNDER_WEIGHT = 18
const GUST_MPS = 17
const GUST_WEIGHT = 12
const OVERDUE_WEIGHT = 6
/** Factor of the worst trouble, so that the sum of all decides only between equals. */
const WORST = 1_000

/** How urgently an airport needs attention, the higher the more: by its worst trouble, then by the sum of all. */
export function urgencyOf({ report, category, holdTimer, check }: AirportState, nowMs: number): number {
  const age = report ? reportAge(report.obsTimeMs, nowMs) : null
  const struck = holdTimer ? holdTimer.rings.findIndex(({ hold }) => hold.kind === 'struck') : -1
  const ring = struck < 0 ? 0 : RING_WEIGHT - struck * RING_STEP
  const closing = holdTimer?.approach.kind === 'closing' && holdTimer.approach.timeTo.length > 0 ? CLOSING_WEIGHT : 0
  const checked = check ? CHECK_WEIGHT : 0
  let worst = Math.max(ring, closing, checked)
  let sum = ring + closing + checked
  const add = (weight: number) => {
    worst = Math.max(worst, weight)
    sum += weight
  }
  if (!report || age === 'outdated') add(CATEGORY_WEIGHT.unknown)
  else {
    add(CATEGORY_WEIGHT[category])
    if (report.weather.some((code) => code.includes('TS'))) add(THUNDER_WEIGHT)
    if (report.isSpeci) add(SPECI_WEIGHT)
    if ((report.windGustMps ?? 0) >= GUST_MPS) add(GUST_WEIGHT)
  }
  if (age && age !== 'current') add(OVERDUE_WEIGHT)
  return worst * WORST + sum
}
