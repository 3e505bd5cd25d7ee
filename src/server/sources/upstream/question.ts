import type { StandardEndpoint } from '../../../contract/standard.ts'
import { standardQueries } from '../../../contract/standard-queries.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/** Freshness lifetime of responses. */
export const FRESH_MS: Record<StandardEndpoint, number> = {
  observationAtPoint: 5 * MINUTE_MS,
  observationAtStation: 5 * MINUTE_MS,
  metarHistory: 10 * MINUTE_MS,
  airports: 24 * 60 * MINUTE_MS,
  forecastHourly: 30 * MINUTE_MS,
  forecastDaily: 30 * MINUTE_MS,
  firesNearby: 10 * MINUTE_MS,
  firesInBox: 10 * MINUTE_MS,
}

/** "No data" is cached too, but may change sooner. */
export const FRESH_NONE_MS = 2 * MINUTE_MS

/** Coordinates are rounded to this grid (about 1 km), so that nearby requests share a response. */
const PLACE_DECIMALS = 2
const PLACE_PARAMS = new Set(['lat', 'lon', 'latitude', 'longitude'])

export interface Question {
  endpoint: StandardEndpoint
  query: Record<string, string>
  /** Cache key: equal for equivalent requests. */
  key: string
}

/** Normalizes a validated query: coordinates on the grid, defaults filled in, names in order. */
export function questionOf(endpoint: StandardEndpoint, query: Record<string, string>): Question {
  const known = standardQueries[endpoint].safeParse(query)
  const read: Record<string, unknown> = known.success ? (known.data as Record<string, unknown>) : query
  const asked: Record<string, string> = {}
  for (const name of Object.keys(read).sort()) {
    const value = read[name]
    if (value === undefined) continue
    if (PLACE_PARAMS.has(name))
      asked[name] = (Math.round(Number(value) * 10 ** PLACE_DECIMALS) / 10 ** PLACE_DECIMALS + 0).toFixed(
        PLACE_DECIMALS,
      )
    else asked[name] = Array.isArray(value) ? value.join(',') : String(value)
  }
  return { endpoint, query: asked, key: `${endpoint}?${new URLSearchParams(asked)}` }
}
