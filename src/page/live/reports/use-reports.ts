import { useCallback, useSyncExternalStore } from 'react'
import type { Airport } from '../../../core/airports/airport.ts'
import type { Report } from '../../../core/metar/report.ts'
import { reportStore } from './report-store.ts'

/** Changes whenever a report or the list comes; renders again with each. */
export function useReportVersion(): number {
  return useSyncExternalStore(reportStore.subscribe, reportStore.version)
}

export function useAirport(icao: string): Airport | undefined {
  return useSyncExternalStore(
    reportStore.subscribe,
    useCallback(() => reportStore.airport(icao), [icao]),
  )
}

export function useLatestReport(icao: string): Report | undefined {
  return useSyncExternalStore(
    reportStore.subscribe,
    useCallback(() => reportStore.latest(icao), [icao]),
  )
}

/** When the airport last said that it has no report, where none came since. */
export function useNilSince(icao: string): number | null {
  return useSyncExternalStore(
    reportStore.subscribe,
    useCallback(() => reportStore.nilSince(icao), [icao]),
  )
}

/** Reports that came in since the page was opened, oldest first. */
export function useReceivedReports(icao: string): readonly Report[] {
  return useSyncExternalStore(
    reportStore.subscribe,
    useCallback(() => reportStore.received(icao), [icao]),
  )
}
