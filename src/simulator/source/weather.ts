import { firstComplaint } from '../../contract/complaint.ts'
import type { LatencyRecord, ReportRecord } from '../../contract/metar.ts'
import type { StandardEndpoint } from '../../contract/standard.ts'
import { type StandardQuery, standardQueries } from '../../contract/standard-queries.ts'
import { formatUtc, parseInstantMs } from '../../contract/time.ts'
import { filterStations } from '../../core/airports/filter-stations.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import { createFields, type Fields } from './fields/fields.ts'
import { createFireWorld, type FireWorld } from './fires/fires.ts'
import { dailyForecast, hourlyForecast } from './forecast/forecast.ts'
import { createForecastModel } from './forecast/forecast-model.ts'
import { observe } from './forecast/observation.ts'
import { createStationNetwork } from './forecast/observation-stations.ts'
import { makeReports, metarHistory } from './metar/metar-history.ts'
import { ARRIVAL_MAX_MS, createMetarSchedule, type IssuedReport, SLOT_MS } from './metar/metar-schedule.ts'
import { createSites, type MetarSite } from './metar/metar-site.ts'
import type { SimAirport } from './metar/sim-airports.ts'
import type { StormField } from './storms/storm-field.ts'
import { type Answer, answersTo, round } from './weather-answer.ts'

/** The latency figures are means over this long. */
const LATENCY_OVER_MS = DAY_MS

/** Weather of the simulated world, a function of seed, place and time alone. */
export interface SyntheticWeather {
  /** The reports whose `arrived_at` lies in (fromMs, toMs], oldest first, with `parsed`. */
  reportsArrivedBetween(fromMs: number, toMs: number): ReportRecord[]
  /** The latest report of each requested airport that arrived by `ms`. */
  latestReports(icaos: string[] | 'all', ms: number): ReportRecord[]
  latency(icaos: string[] | 'all', ms: number): LatencyRecord[]
  /** Slow parts of `standard`, prepared in slices; empty if there are none. */
  prepare(endpoint: StandardEndpoint, query: Record<string, string>, ms: number): Iterable<void>
  /** The envelope of the contract; 404 where the document specifies "no data". */
  standard(endpoint: StandardEndpoint, query: Record<string, string>, ms: number): { status: number; body: unknown }
}

/** Inputs of responses. */
interface World {
  seed: number
  fields: Fields
  sites: MetarSite[]
  sitesOf(icaos: string[] | 'all'): MetarSite[]
  schedule: ReturnType<typeof createMetarSchedule>
  stations: ReturnType<typeof createStationNetwork>
  model: ReturnType<typeof createForecastModel>
  fires: FireWorld
}

export function createSyntheticWeather(deps: {
  seed: number
  airports: SimAirport[]
  storms: StormField
  /** Seasonal shift of the weather; whole days. */
  seasonShiftMs?: number
}): SyntheticWeather {
  const fields = createFields(deps)
  const sites = createSites(deps.seed, deps.airports, fields)
  const siteByCode = new Map(sites.map((site) => [site.airport.icao_code, site]))
  const schedule = createMetarSchedule(fields)
  const stations = createStationNetwork(deps.seed, fields, deps.airports)
  const model = createForecastModel(deps.seed, fields)
  const fires = createFireWorld(deps.seed, fields)
  const world = { seed: deps.seed, fields, sites, sitesOf, schedule, stations, model, fires }

  function sitesOf(icaos: string[] | 'all'): MetarSite[] {
    if (icaos === 'all') return sites
    const codes = new Set(icaos.map((code) => code.toUpperCase()))
    return [...codes].flatMap((code) => siteByCode.get(code) ?? [])
  }

  function reportsArrivedBetween(fromMs: number, toMs: number): ReportRecord[] {
    const found: IssuedReport[] = []
    const first = Math.floor((fromMs - ARRIVAL_MAX_MS) / SLOT_MS) * SLOT_MS
    for (let slotMs = first; slotMs <= toMs; slotMs += SLOT_MS) {
      for (const site of sites) {
        for (const issued of schedule.issuedAt(site, slotMs)) {
          if (issued.arrivedMs > fromMs && issued.arrivedMs <= toMs) found.push(issued)
        }
      }
    }
    return found.sort((a, b) => a.arrivedMs - b.arrivedMs).map(({ record }) => record)
  }

  function latency(icaos: string[] | 'all', ms: number): LatencyRecord[] {
    return sitesOf(icaos).map((site) => {
      const delays: number[] = []
      for (let slotMs = Math.floor(ms / SLOT_MS) * SLOT_MS; slotMs > ms - LATENCY_OVER_MS; slotMs -= SLOT_MS) {
        const delayMs = schedule.delayMs(site, slotMs)
        if (schedule.isRoutine(site, slotMs) && slotMs + delayMs <= ms) delays.push(delayMs)
      }
      const meanMs = delays.reduce((sum, delayMs) => sum + delayMs, 0) / Math.max(1, delays.length)
      return {
        icao: site.airport.icao_code,
        avg_latency_seconds: round(meanMs / 1000, 1),
        sample_count: delays.length,
      }
    })
  }

  function prepare(endpoint: StandardEndpoint, raw: Record<string, string>, ms: number): Iterable<void> {
    if (endpoint !== 'metarHistory') return []
    const read = standardQueries.metarHistory.safeParse(raw)
    return read.success ? makeReports(schedule, sitesOf(read.data.stations), read.data, ms) : []
  }

  return {
    reportsArrivedBetween,
    latestReports: (icaos, ms) => sitesOf(icaos).flatMap((site) => schedule.latest(site, ms)?.record ?? []),
    latency,
    prepare,
    standard: (endpoint, query, ms) => standardAnswer(world, endpoint, query, ms),
  }
}

/** The response envelope of the standard service. */
function standardAnswer(world: World, endpoint: StandardEndpoint, raw: Record<string, string>, ms: number): Answer {
  const { fields, sites, schedule, stations, model, fires } = world
  const answers = answersTo(`${world.seed}/${endpoint}/${JSON.stringify(raw)}/${ms}`)
  const given = (data: object | string) => (typeof data === 'string' ? answers.badRequest(data) : answers.ok(data))
  const read = standardQueries[endpoint].safeParse(raw)
  if (!read.success) return answers.badRequest(firstComplaint(read.error))
  const query = <E extends StandardEndpoint>(_of: E) => read.data as StandardQuery<E>
  switch (endpoint) {
    case 'observationAtPoint': {
      const { lat, lon, elements, timezone } = query(endpoint)
      return given(observe(fields, stations.nearest(lat, lon), { ms, elements, timezone, withStation: false }))
    }
    case 'observationAtStation': {
      const { station_id, elements, timezone } = query(endpoint)
      const station = stations.byId(station_id)
      if (!station) return answers.noData(`no observation of station ${station_id}`)
      return given(observe(fields, station, { ms, elements, timezone, withStation: true }))
    }
    case 'metarHistory': {
      const asked = query(endpoint)
      const records = metarHistory(schedule, world.sitesOf(asked.stations), asked, ms)
      if (typeof records === 'string') return answers.badRequest(records)
      if (records.length === 0) return answers.noData(`no reports of ${asked.stations.join(', ')} in this range`)
      const { stations: codes, start_time, end_time } = asked
      return answers.ok({ stations: codes, start_time, end_time, count: records.length, records })
    }
    case 'airports':
      return answers.ok(listAirports(sites, query(endpoint), ms))
    case 'forecastHourly':
      return given(hourlyForecast(fields, model, query(endpoint), ms))
    case 'forecastDaily':
      return given(dailyForecast(fields, model, query(endpoint), ms))
    case 'firesNearby': {
      const { lat, lon, radius_km } = query(endpoint)
      return answers.ok(fires.nearby(lat, lon, radius_km, ms))
    }
    case 'firesInBox': {
      const { min_lat, min_lon, max_lat, max_lon } = query(endpoint)
      return answers.ok(fires.inBox(min_lat, min_lon, max_lat, max_lon, ms))
    }
  }
}

/** The airport list in the service's response format. */
function listAirports(sites: MetarSite[], query: StandardQuery<'airports'>, ms: number): object {
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
