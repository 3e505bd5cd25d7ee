import type { StandardQuery } from '../../../contract/standard-queries.ts'
import { formatUtc, parseInstantMs } from '../../../contract/time.ts'
import { filterStations } from '../../../core/airports/filter-stations.ts'
import type { MetarSite } from './metar-site.ts'

/** The airport list in the service's response format. */
export function listAirports(sites: MetarSite[], query: StandardQuery<'airports'>, ms: number): object {
  const asked = new Set(
    filterStations(
      sites.map(({ airport }) => airport),
      { codes: query.icao_codes, keyword: query.keyword },
    ),
  )
  const stations = sites
    .filter(({ airport }) => asked.has(airport))
    .filter((site) => hasReports(site, query, ms))
    .map(({ airport, earliestMs }) => ({
      icao_code: airport.icao_code,
      name: airport.name,
      longitude: airport.longitude,
      latitude: airport.latitude,
      altitude: airport.altitude,
      province: airport.province,
      city: airport.city,
      county: airport.county,
      earliest_obser_time: formatUtc(earliestMs),
    }))
  return { count: stations.length, stations }
}

function hasReports(site: MetarSite, query: StandardQuery<'airports'>, ms: number): boolean {
  const start = parseInstantMs(query.start_time)
  const end = parseInstantMs(query.end_time)
  if (start === null || end === null) return true
  return start <= ms && end >= site.earliestMs && start <= end
}
