import { useSyncExternalStore } from 'react'
import type { Airport } from '../../../core/airports/airport.ts'
import type { Report } from '../../../core/metar/report.ts'
import { useLive } from '../server-connection.ts'
import type { ReportStore } from './report-store.ts'

/** The airports and their reports; the component renders again with each report or list. */
export function useReports(): ReportStore {
  const { reports } = useLive()
  useSyncExternalStore(reports.subscribe, reports.version)
  return reports
}

/** Reads a value of the reports; the component renders again only when the value changes. */
function useOfReports<Value>(read: (reports: ReportStore) => Value): Value {
  const { reports } = useLive()
  return useSyncExternalStore(reports.subscribe, () => read(reports))
}

/** The listed airports; the component renders again with another list, not with each report. */
export function useAirports(): readonly Airport[] {
  return useOfReports((reports) => reports.airports())
}

export function useAirport(icao: string): Airport | undefined {
  return useOfReports((reports) => reports.airport(icao))
}

export function useLatestReport(icao: string): Report | undefined {
  return useOfReports((reports) => reports.latest(icao))
}

export function useNilSince(icao: string): number | null {
  return useOfReports((reports) => reports.nilSince(icao))
}

export function useReceivedReports(icao: string): readonly Report[] {
  return useOfReports((reports) => reports.received(icao))
}
