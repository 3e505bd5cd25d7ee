import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { compareReports, type Report } from '../../../../core/metar/report.ts'
import type { Span } from '../../../../core/time/spans.ts'
import { useAirport, useLatestReport, useReceivedReports } from '../../../live/reports/use-reports.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { historyEndMs, historyPeriod, reportHistoryQuery } from '../airport-queries.ts'

export type ReportPeriod =
  | { kind: 'loading' }
  | { kind: 'failed'; error: Error; retry(): void }
  | { kind: 'ready'; reports: readonly Report[] }

/** The service's reports of airports in a period: one charged call, shared by all components. */
export function useReportPeriod(icaos: readonly string[], period: Span): ReportPeriod {
  const { api } = useServerConnection()
  const { data, error, isPending, refetch } = useQuery(reportHistoryQuery(api, icaos, period))
  return useMemo(() => {
    if (isPending) return { kind: 'loading' }
    if (!data) return { kind: 'failed', error: error ?? new Error(), retry: () => void refetch() }
    return { kind: 'ready', reports: data }
  }, [data, error, isPending, refetch])
}

const LOOK_EVERY_MS = 30_000

/** The end of the present ten minutes' history; another every ten minutes while the panel stays open. */
export function useHistoryEnd(): number {
  const { clock } = useServerConnection()
  const [endMs, setEndMs] = useState(() => historyEndMs(clock.now()))
  useEffect(() => clock.every(LOOK_EVERY_MS, () => setEndMs(historyEndMs(clock.now()))), [clock])
  return endMs
}

/** The latest report of an airport and its last 24 h, with new reports added. */
export function useAirportHistory(icao: string): { latest: Report | undefined; endMs: number; history: ReportPeriod } {
  const { clock } = useServerConnection()
  // Requested once: while the panel is open the live feed adds new ones.
  const [endMs] = useState(() => historyEndMs(clock.now()))
  const airport = useAirport(icao)
  const earliestMs = airport?.earliestMs ?? null
  const period = useMemo(
    () => historyPeriod(endMs, 24, earliestMs === null ? [] : [{ earliestMs }]),
    [endMs, earliestMs],
  )
  const history = useReportPeriod([icao], period)
  const live = useLatestReport(icao)
  const received = useReceivedReports(icao)

  const latest = useMemo(() => {
    const known = history.kind === 'ready' ? [...history.reports, ...received] : received
    let newest = live
    for (const report of known) {
      if (!report.isNil && (!newest || compareReports(report, newest) > 0)) newest = report
    }
    return newest
  }, [history, received, live])
  return { latest, endMs, history }
}
