import { queryOptions } from '@tanstack/react-query'
import type { ContractApi } from '../../client/contract-api.ts'
import { soonerIfStale } from '../../client/sooner-if-stale.ts'
import type { ForecastDataset } from '../../contract/standard.ts'
import type { LatLon } from '../../core/geo.ts'

const MINUTE_MS = 60_000
/** What the panel's hourly charts show; the service offers up to 240. */
export const HOURS_SHOWN = 72
/** What the daily chart shows; the service offers up to 16. */
export const DAYS_SHOWN = 10

interface ForecastQuery {
  at: LatLon
  dataset: ForecastDataset
  /** IANA zone whose days the daily series counts in. */
  zone: string
}

export function observationAt(api: ContractApi, at: LatLon) {
  return queryOptions({
    queryKey: ['point', 'observation', at.lat, at.lon],
    queryFn: ({ signal }) => api.observationAtPoint(at, signal),
    staleTime: 5 * MINUTE_MS,
    refetchInterval: soonerIfStale(5 * MINUTE_MS),
  })
}

export function hourlyAt(api: ContractApi, { at, dataset, zone }: ForecastQuery) {
  return queryOptions({
    queryKey: ['point', 'hourly', at.lat, at.lon, dataset, zone],
    queryFn: ({ signal }) => api.forecastHourly({ ...at, dataset, timezone: zone, hours: HOURS_SHOWN }, signal),
    staleTime: 30 * MINUTE_MS,
    refetchInterval: soonerIfStale(false),
  })
}

export function dailyAt(api: ContractApi, { at, dataset, zone }: ForecastQuery) {
  return queryOptions({
    queryKey: ['point', 'daily', at.lat, at.lon, dataset, zone],
    queryFn: ({ signal }) => api.forecastDaily({ ...at, dataset, timezone: zone, days: DAYS_SHOWN }, signal),
    staleTime: 30 * MINUTE_MS,
    refetchInterval: soonerIfStale(false),
  })
}
