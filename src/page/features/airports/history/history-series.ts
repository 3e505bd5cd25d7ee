import type { Report } from '../../../../core/metar/report.ts'
import { compareReports } from '../../../../core/metar/report.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { inchesOfMercury, knots, metres } from '../../../../core/util/units.ts'
import type { UnitSystem } from '../../../state/choices.ts'

/** Reports are hourly or half-hourly; a line across a longer gap would suggest data. */
export const GAP_MS = 100 * MINUTE_MS
/** Higher ceilings are irrelevant for landing, and would flatten the lower ones. */
const CEILING_SHOWN_MAX_M = 3_000

/** The reports as columns over time, in the units of the screen; a row of nulls breaks the lines where reports are missing. */
export type HistorySeries = ReturnType<typeof historySeries>

/** The reports of a period from two sources, each once, oldest first; of corrections the last one. */
export function mergeReports(a: readonly Report[], b: readonly Report[], sinceMs: number): Report[] {
  const byTime = new Map<number, Report>()
  for (const report of [...a, ...b]) {
    if (report.obsTimeMs < sinceMs) continue
    const held = byTime.get(report.obsTimeMs)
    if (!held || compareReports(report, held) > 0) byTime.set(report.obsTimeMs, report)
  }
  return [...byTime.values()].sort(compareReports)
}

export function historySeries(reports: readonly Report[], units: UnitSystem) {
  const aviation = units === 'aviation'
  const speed = (mps: number | null) => (mps === null ? null : aviation ? knots(mps) : mps)
  const height = (ft: number | null) => {
    if (ft === null || metres(ft) > CEILING_SHOWN_MAX_M) return null
    return aviation ? ft : metres(ft)
  }
  const rows: (Report | number)[] = []
  for (const report of reports) {
    const last = rows.at(-1)
    if (typeof last === 'object' && report.obsTimeMs - last.obsTimeMs > GAP_MS) {
      rows.push((report.obsTimeMs + last.obsTimeMs) / 2)
    }
    rows.push(report)
  }
  const column = (value: (report: Report) => number | null): (number | null)[] =>
    rows.map((row) => (typeof row === 'number' ? null : value(row)))

  const gust = column((report) => speed(report.windGustMps))
  return {
    timesMs: rows.map((row) => (typeof row === 'number' ? row : row.obsTimeMs)),
    wind: column((report) => speed(report.windSpeedMps)),
    gust,
    visibilityKm: column((report) => (report.visibilityM === null ? null : report.visibilityM / 1000)),
    ceiling: column((report) => height(report.ceilingFt)),
    temperatureC: column((report) => report.temperatureC),
    dewPointC: column((report) => report.dewPointC),
    qnh: column((report) =>
      report.qnhHpa === null ? null : aviation ? inchesOfMercury(report.qnhHpa) : report.qnhHpa,
    ),
    hasGust: gust.some((value) => value !== null),
  }
}
