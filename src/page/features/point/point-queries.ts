import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '../../../client/http/contract-api.ts'
import { staleRefetchInterval } from '../../../client/http/stale-refetch-interval.ts'
import {
  FORECAST_DAYS_MAX as DAYS_ASKED,
  FORECAST_HOURS_MAX as HOURS_ASKED,
  PRICE_POINTS,
} from '../../../contract/limits.ts'
import type { ForecastDataset } from '../../../contract/standard.ts'
import type { LatLon } from '../../../core/geo/geo.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { ServerConnection } from '../../live/server-connection.ts'
import type { FireArea } from './nearby/fire-area.ts'

/** Our clock and the server's differ by no more than this. */
const CLOCKS_APART_MS = 1_000
/** The first part of the key of every question about a place. */
export const POINT_KEY = 'point'

type Access = Pick<ServerConnection, 'api' | 'clock'>

/** A response with its cost in points: 0 if it came from the cache. */
export type Paid<T> = Answer<T> & { costPoints: number }

async function paid<T>({ clock }: Access, ask: () => Promise<Answer<T>>): Promise<Paid<T>> {
  const askedMs = clock.now()
  const answer = await ask()
  const isNew = answer.kind === 'data' && !answer.stale && answer.asOfMs >= askedMs - CLOCKS_APART_MS
  return { ...answer, costPoints: isNew ? PRICE_POINTS : 0 }
}

interface ForecastQuery {
  at: LatLon
  dataset: ForecastDataset
  /** IANA zone of the days of the daily series. */
  zone: string
}

export function observationAt(access: Access, at: LatLon) {
  return queryOptions({
    queryKey: [POINT_KEY, 'observation', at.lat, at.lon],
    queryFn: ({ signal }) => paid(access, () => access.api.observationAtPoint(at, signal)),
    staleTime: 5 * MINUTE_MS,
    refetchInterval: staleRefetchInterval(5 * MINUTE_MS),
  })
}

export function observationOf(access: Access, stationId: string) {
  return queryOptions({
    queryKey: [POINT_KEY, 'station', stationId],
    queryFn: ({ signal }) => paid(access, () => access.api.observationAtStation(stationId, signal)),
    staleTime: 5 * MINUTE_MS,
    refetchInterval: staleRefetchInterval(5 * MINUTE_MS),
  })
}

/** All available hours: they cost the same as one, and later requests for more are free. */
export function hourlyAt(access: Access, { at, dataset, zone }: ForecastQuery) {
  return queryOptions({
    queryKey: [POINT_KEY, 'hourly', at.lat, at.lon, dataset, zone],
    queryFn: ({ signal }) =>
      paid(access, () => access.api.forecastHourly({ ...at, dataset, timezone: zone, hours: HOURS_ASKED }, signal)),
    staleTime: 30 * MINUTE_MS,
    refetchInterval: staleRefetchInterval(false),
  })
}

export function dailyAt(access: Access, { at, dataset, zone }: ForecastQuery) {
  return queryOptions({
    queryKey: [POINT_KEY, 'daily', at.lat, at.lon, dataset, zone],
    queryFn: ({ signal }) =>
      paid(access, () => access.api.forecastDaily({ ...at, dataset, timezone: zone, days: DAYS_ASKED }, signal)),
    staleTime: 30 * MINUTE_MS,
    refetchInterval: staleRefetchInterval(false),
  })
}

/** Requested explicitly only: the cells of the map are shared between users. */
export function firesInArea(access: Access, area: FireArea) {
  return queryOptions({
    queryKey: [POINT_KEY, 'fires', area],
    queryFn: ({ signal }) =>
      paid(access, () =>
        area.shape === 'box'
          ? access.api.firesInBox(area.box, signal)
          : access.api.firesNearby({ ...area.at, radiusKm: area.radiusKm }, signal),
      ),
    staleTime: 10 * MINUTE_MS,
    enabled: false,
  })
}
