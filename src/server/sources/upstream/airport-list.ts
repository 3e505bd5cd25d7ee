import { type StandardQuery, standardQueries } from '../../../contract/standard-queries.ts'
import { parseInstantMs } from '../../../contract/time.ts'
import { filterStations, type ListedStation } from '../../../core/airports/filter-stations.ts'
import type { StandardAnswer } from '../source.ts'

/**
 * Filters a response with all airports by the query. The list is free and rarely changes, so it is fetched whole:
 * otherwise each typed keyword would cost an upstream request and a cache entry.
 */
export function narrowAirportList(answer: StandardAnswer, query: Record<string, string>): StandardAnswer {
  const read = standardQueries.airports.safeParse(query)
  const { body } = answer
  if (!read.success || !isList(body)) return answer
  const { icao_codes: codes, keyword } = read.data
  const stations = filterStations(body.data.stations.filter(isStation), { codes, keyword }).filter((station) =>
    hasReports(station, read.data),
  )
  return { ...answer, body: { ...body, data: { ...body.data, count: stations.length, stations } } }
}

function isList(body: unknown): body is { data: { stations: unknown[] } } {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null
  return typeof data === 'object' && data !== null && 'stations' in data && Array.isArray(data.stations)
}

function isStation(station: unknown): station is ListedStation & { earliest_obser_time?: unknown } {
  return typeof station === 'object' && station !== null
}

/** An airport without a known first report may have reports. */
function hasReports(station: { earliest_obser_time?: unknown }, query: StandardQuery<'airports'>): boolean {
  const endMs = parseInstantMs(query.end_time)
  const earliestMs = parseInstantMs(station.earliest_obser_time)
  return endMs === null || earliestMs === null || endMs >= earliestMs
}
