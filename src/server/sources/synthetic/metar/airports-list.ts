import type { StandardQuery } from '../../../../contract/standard.ts'
import { formatUtc, parseInstantMs } from '../../../../contract/time.ts'
import type { MetarSite } from './metar-site.ts'

/** The airport list as the service answers it. */
export function listAirports(sites: MetarSite[], query: StandardQuery<'airports'>, ms: number): object {
  const codes = query.icao_codes?.map((code) => code.toUpperCase())
  const stations = sites
    .filter(({ airport }) => !codes || codes.length === 0 || codes.includes(airport.icao_code))
    .filter((site) => !query.keyword || matches(site, query.keyword))
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

/** Every word of the keyword is in the code, the name (in either language), the city or the province. */
function matches({ airport }: MetarSite, keyword: string): boolean {
  const { icao_code, name, name_en, city, province } = airport
  const text = [icao_code, name, name_en, city, province].join(' ').toLowerCase()
  return keyword
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word) || inOrder(word, name))
}

/** Fuzzy as one abbreviates a Chinese name: 首都机场 for 北京首都国际机场. */
function inOrder(word: string, name: string): boolean {
  if (word.length < 2 || !/\p{Script=Han}/u.test(word)) return false
  let from = 0
  for (const letter of word) {
    const at = name.indexOf(letter, from)
    if (at < 0) return false
    from = at + letter.length
  }
  return true
}

function hasReports(site: MetarSite, query: StandardQuery<'airports'>, ms: number): boolean {
  const start = parseInstantMs(query.start_time)
  const end = parseInstantMs(query.end_time)
  if (start === null || end === null) return true
  return start <= ms && end >= site.earliestMs && start <= end
}
