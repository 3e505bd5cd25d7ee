import type { ReportRecord } from '../../contract/metar.ts'
import { cellKey, columnsOf } from '../../core/accumulations/cell-sums.ts'
import { type HourSums, THUNDER_HEARD_KM } from '../../core/accumulations/hour-sums.ts'
import { TS_WINDOW_MS } from '../../core/airports/lightning-hold-timer.ts'
import { ringReach } from '../../core/airports/location-error.ts'
import { reportFromRecord } from '../../core/metar/read-report.ts'
import { compareReports, type Report } from '../../core/metar/report.ts'
import type { Place } from '../../core/places/place.ts'
import { createPlacesNear } from '../../core/places/places-near.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts'
import { isGap } from '../../core/time/gaps.ts'
import type { Span } from '../../core/time/spans.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'
import { checkReports, SEEN_KM, type StrokeNear } from '../../core/verification/report-checks.ts'
import type { History } from '../history/history.ts'
import { visitStrokes } from './kept-strokes.ts'

type Kept = Pick<History, 'strikes' | 'reports' | 'missing'>

/** Runs a piece of work after other callers had their turn. */
export type TakeTurn = <T>(piece: () => Promise<T>) => Promise<T>

/**
 * Aggregates the hour from `fromMs`, Unix ms, minute by minute in separate turns. With a location accuracy of
 * `errorKm`, strikes that may have been near a place count as near.
 */
export async function aggregateHour(
  history: Kept,
  fromMs: number,
  { places, errorKm }: { places: readonly Place[]; errorKm: number },
  take: TakeTurn,
): Promise<HourSums> {
  const toMs = fromMs + HOUR_MS
  const reports: Report[] = []
  const reportCount = await visitReports(history, { fromMs, toMs }, take, (records) => {
    for (const record of records) {
      const report = reportFromRecord(record)
      if (report) reports.push(report)
    }
  })
  const byAirport = standingReports(reports)
  const points = places.map(({ geometry, id }) => ({ ...middleOf(geometry), geometry, id }))
  const near = createPlacesNear(points, ringReach(SEEN_KM, errorKm).perhapsKm)
  const heardKm = ringReach(THUNDER_HEARD_KM, errorKm).perhapsKm
  const cells = new Map<number, number>()
  const heard = new Map<string, number>()
  const strokes = new Map<string, StrokeNear[]>()
  let strikes = 0
  for (const minute of await history.strikes.minutes(fromMs - TS_WINDOW_MS, toMs)) {
    const isOfHour = minute * MINUTE_MS >= fromMs
    const count = await take(() =>
      visitStrokes(history, minute, (timeMs, lat, lon) => {
        if (isOfHour) {
          const key = cellKey(lat, lon)
          cells.set(key, (cells.get(key) ?? 0) + 1)
        }
        near(lat, lon, (index, km) => {
          const { id } = points[index]!
          if (isOfHour && km <= heardKm) heard.set(id, (heard.get(id) ?? 0) + 1)
          if (byAirport.has(id)) heldOrMade(strokes, id, () => []).push({ timeMs, km })
        })
      }),
    )
    if (isOfHour) strikes += count
  }
  const missing = await history.missing('lightning', fromMs - TS_WINDOW_MS, toMs)
  const gaps = missing.filter(isGap)
  const isObserved = (from: number, to: number) => gaps.every((span) => span.toMs <= from || span.fromMs >= to)
  const guarded = new Set(points.map(({ id }) => id))
  const checks = [...byAirport]
    .filter(([icao]) => guarded.has(icao))
    .map(([icao, said]) => [icao, checkReports(said, strokes.get(icao) ?? [], isObserved, errorKm)] as const)
  return {
    strikes,
    reports: reportCount,
    observedMs: observedMsOf(missing, fromMs, toMs),
    cells: columnsOf(cells),
    places: Object.fromEntries(heard),
    checks: Object.fromEntries(checks),
  }
}

/** Visits the reports of a period, some per turn; returns their number. */
export async function visitReports(
  history: Pick<Kept, 'reports'>,
  { fromMs, toMs }: Span,
  take: TakeTurn,
  visit: (records: readonly ReportRecord[]) => void,
): Promise<number> {
  const pieces = history.reports(fromMs, toMs)[Symbol.asyncIterator]()
  for (let count = 0; ; ) {
    const read = await take(async () => {
      const { value, done } = await pieces.next()
      if (done) return null
      visit(value)
      return value.length
    })
    if (read === null) return count
    count += read
  }
}

/** Observed time of a period, given its unobserved spans. */
export function observedMsOf(
  missing: readonly { fromMs: number; toMs: number }[],
  fromMs: number,
  toMs: number,
): number {
  const lost = missing.map((span) => Math.max(0, Math.min(span.toMs, toMs) - Math.max(span.fromMs, fromMs)))
  return toMs - fromMs - lost.reduce((sum, ms) => sum + ms, 0)
}

/** Latest reports by airport and time: corrections replace originals. NIL reports are skipped. */
function standingReports(reports: readonly Report[]): Map<string, Report[]> {
  const standing = new Map<string, Report>()
  for (const report of reports) {
    const key = `${report.icao} ${report.obsTimeMs}`
    const known = standing.get(key)
    if (!known || compareReports(report, known) >= 0) standing.set(key, report)
  }
  const byAirport = new Map<string, Report[]>()
  for (const report of standing.values()) {
    if (!/\bNIL\b/.test(report.raw)) heldOrMade(byAirport, report.icao, () => []).push(report)
  }
  return byAirport
}

/** Position of a point geometry; other geometries are handled separately. */
function middleOf(geometry: Place['geometry']): { lat: number; lon: number } {
  const [lon, lat] = geometry.type === 'Point' ? geometry.coordinates : [0, 0]
  return { lat, lon }
}
