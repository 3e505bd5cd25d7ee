import { queryOptions } from '@tanstack/react-query'
import type { ContractApi } from '../../client/contract-api.ts'
import { airportFromRecord } from '../../core/airport.ts'
import { reportFromHistory } from '../../core/read-report.ts'
import { compareReports, type Report } from '../../core/report.ts'

const DAY_MS = 24 * 60 * 60_000
/** The list is free and changes rarely; where it could not be had, the map has no airports until it is. */
const LIST_RETRY_MIN_MS = 2_000
const LIST_RETRY_MAX_MS = 60_000

export function airportListQuery(api: Pick<ContractApi, 'airports'>) {
  return queryOptions({
    queryKey: ['airports', 'list'],
    queryFn: async ({ signal }) => (await api.airports(signal)).records.map(airportFromRecord),
    staleTime: DAY_MS,
    refetchInterval: DAY_MS,
    refetchIntervalInBackground: true,
    retry: true,
    retryDelay: (attempt) => Math.min(LIST_RETRY_MAX_MS, LIST_RETRY_MIN_MS * 2 ** attempt),
    networkMode: 'always',
  })
}

export const HISTORY_MS = DAY_MS
/** Ends of the history are rounded to this, so that looking again, here or on another screen, is the same question. */
const HISTORY_STEP_MS = 10 * 60_000

/** The end of the history that somebody asks for at `nowMs`. */
export function historyEndMs(nowMs: number): number {
  return Math.floor(nowMs / HISTORY_STEP_MS) * HISTORY_STEP_MS
}

/** The reports of the 24 h before `endMs`, oldest first; empty where there were none. A charged call. */
export function reportHistoryQuery(api: ContractApi, icao: string, endMs: number) {
  return queryOptions({
    queryKey: ['airports', 'history', icao, endMs],
    queryFn: async ({ signal }): Promise<Report[]> => {
      const answer = await api.metarHistory({ icaos: [icao], fromMs: endMs - HISTORY_MS, toMs: endMs }, signal)
      if (answer.kind === 'none') return []
      return answer.data
        .map(reportFromHistory)
        .filter((report) => report !== null)
        .filter((report) => !report.isNil && report.icao === icao)
        .sort(compareReports)
    },
    staleTime: Number.POSITIVE_INFINITY, // a period that has passed does not change
    gcTime: 2 * HISTORY_STEP_MS,
  })
}
