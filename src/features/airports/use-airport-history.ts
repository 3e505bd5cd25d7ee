import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { compareReports, type Report } from '../../core/report.ts'
import { useContract } from '../../shell/contract-context.ts'
import { useLatestReport, useReceivedReports } from '../../shell/use-reports.ts'
import { HISTORY_MS, historyEndMs, reportHistoryQuery } from './airport-queries.ts'
import { mergeReports } from './history-series.ts'

export type AirportHistory =
  | { kind: 'loading' }
  | { kind: 'failed'; error: Error; retry(): void }
  | { kind: 'ready'; reports: Report[] }

/** The latest report and the last 24 h of an airport: one charged call, continued by what arrives. */
export function useAirportHistory(icao: string): { latest: Report | undefined; history: AirportHistory } {
  const { api, clock } = useContract()
  // Asked once: while the panel stays open the live line brings what is new.
  const [endMs] = useState(() => historyEndMs(clock.now()))
  const query = useQuery(reportHistoryQuery(api, icao, endMs))
  const live = useLatestReport(icao)
  const received = useReceivedReports(icao)

  const reports = useMemo(
    () => mergeReports(query.data ?? [], received, endMs - HISTORY_MS),
    [query.data, received, endMs],
  )
  const newest = reports.at(-1)
  const latest = newest && (!live || compareReports(newest, live) > 0) ? newest : live
  if (query.isPending) return { latest, history: { kind: 'loading' } }
  if (query.isError) {
    return { latest, history: { kind: 'failed', error: query.error, retry: () => void query.refetch() } }
  }
  return { latest, history: { kind: 'ready', reports } }
}
