import { queryOptions } from '@tanstack/react-query'
import type { StrikeHistory } from '../../../client/history/strike-history.ts'
import type { ContractApi } from '../../../client/http/contract-api.ts'
import { METAR_STATIONS_MAX } from '../../../contract/limits.ts'
import { AHEAD_MAX_MS } from '../../../contract/time.ts'
import type { Airport } from '../../../core/airports/airport.ts'
import { boxAround } from '../../../core/geo/box-around.ts'
import { reportFromHistory } from '../../../core/metar/read-report.ts'
import { compareReports, type Report } from '../../../core/metar/report.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import { countNear, NEAR_BIN_MS, NEAR_KM } from './panel/near-strikes.ts'

/** Offered periods; the last is the service's maximum. */
export const HISTORY_HOURS = [24, 72, 240] as const
export type HistoryHours = (typeof HISTORY_HOURS)[number]

/** Rounding of the end of the history, so that repeats, also on other screens, are equal requests. */
const HISTORY_STEP_MS = 10 * MINUTE_MS

export function historyEndMs(nowMs: number): number {
  return Math.floor(nowMs / HISTORY_STEP_MS) * HISTORY_STEP_MS
}

/** The period before `endMs`; not from before the service has reports of any of the airports. */
export function historyPeriod(
  endMs: number,
  hours: HistoryHours,
  airports: readonly Pick<Airport, 'earliestMs'>[],
): Span {
  const starts = airports.map(({ earliestMs }) => earliestMs ?? 0)
  const fromMs = Math.max(endMs - hours * HOUR_MS, starts.length > 0 ? Math.min(...starts) : 0)
  return { fromMs: Math.min(fromMs, endMs - HISTORY_STEP_MS), toMs: endMs }
}

/**
 * The reports of a period, of one or several airports, oldest first; empty if there were none. One charged call, shared
 * by all components with the same airports: originals and corrections, filtered by the page.
 */
export function reportHistoryQuery(api: Pick<ContractApi, 'metarHistory'>, icaos: readonly string[], period: Span) {
  const asked = [...icaos].sort().slice(0, METAR_STATIONS_MAX)
  return queryOptions({
    queryKey: ['airports', 'history', asked.join(), period.fromMs, period.toMs],
    queryFn: async ({ signal }): Promise<Report[]> => {
      const answer = await api.metarHistory({ icaos: asked, ...period, corrections: 'both' }, signal)
      if (answer.kind === 'none') return []
      return answer.data
        .map(reportFromHistory)
        .filter((report) => report !== null)
        .filter(({ icao, obsTimeMs }) => asked.includes(icao) && obsTimeMs <= answer.asOfMs + AHEAD_MAX_MS)
        .sort(compareReports)
    },
    staleTime: Number.POSITIVE_INFINITY, // a period that has passed does not change
    gcTime: 2 * HISTORY_STEP_MS,
  })
}

/** Strikes near an airport in each ten minutes of a period, from our own server's history: free of charge. */
export function nearStrikesQuery(strikes: StrikeHistory, airport: Pick<Airport, 'icao' | 'lat' | 'lon'>, period: Span) {
  return queryOptions({
    queryKey: ['airports', 'strikes', airport.icao, period.fromMs, period.toMs],
    queryFn: async ({ signal }) => {
      const part = await strikes.read(period, signal, boxAround(airport, NEAR_KM))
      return countNear(airport, period, part)
    },
    staleTime: NEAR_BIN_MS,
    gcTime: NEAR_BIN_MS,
  })
}

/** Requested hours; equal for airports and other places, so that they share responses. */
const FORECAST_HOURS = 72

export function airportForecastQuery(api: ContractApi, { lat, lon }: Pick<Airport, 'lat' | 'lon'>, zone: string) {
  return queryOptions({
    queryKey: ['airports', 'forecast', lat, lon, zone],
    queryFn: ({ signal }) =>
      api.forecastHourly({ lat, lon, dataset: 'surface', timezone: zone, hours: FORECAST_HOURS }, signal),
    staleTime: 30 * MINUTE_MS,
  })
}

/** How long reports of an airport take to arrive, by the service's own statistics; free of charge. */
export function latencyQuery(api: Pick<ContractApi, 'latency'>, icao: string) {
  return queryOptions({
    queryKey: ['airports', 'latency', icao],
    queryFn: async ({ signal }) =>
      (await api.latency([icao], signal)).records.find((each) => each.icao === icao) ?? null,
    staleTime: 10 * MINUTE_MS,
  })
}
