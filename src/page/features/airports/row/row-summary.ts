import {
  CATEGORIES,
  type CategoryPreset,
  type FlightCategory,
  flightCategory,
  presentCategory,
} from '../../../../core/metar/flight-category.ts'
import { reportAge } from '../../../../core/metar/report.ts'
import type { ReportStore } from '../../../live/reports/report-store.ts'

export type RowSummary = ReturnType<typeof summarise>

/** The airports of the list, each counted once. */
export function summarise(
  store: Pick<ReportStore, 'airports' | 'latest'>,
  nowMs: number,
  { preset, areReportsStale }: { preset: CategoryPreset; areReportsStale: boolean },
) {
  const byCategory = Object.fromEntries(CATEGORIES.map((each) => [each, 0])) as Record<FlightCategory, number>
  const airports = store.airports()
  let withReport = 0
  let outdated = 0
  let newestMs: number | null = null
  for (const { icao } of airports) {
    const report = store.latest(icao)
    if (!report) continue
    withReport++
    newestMs = Math.max(newestMs ?? report.obsTimeMs, report.obsTimeMs)
    const age = reportAge(report.obsTimeMs, nowMs)
    if (age === 'outdated') outdated++
    else byCategory[presentCategory(flightCategory(report, preset), age, areReportsStale)]++
  }
  return {
    airports: airports.length,
    withReport,
    /** The newest observation; null before the first report. */
    newestMs,
    /** Airports with a recent report. */
    byCategory,
    outdated,
    withoutReport: airports.length - withReport,
  }
}
