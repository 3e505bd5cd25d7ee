import { HELD_ONLY, HELD_PARAM } from '../../contract/brontide.ts'
import { firstComplaint } from '../../contract/complaint.ts'
import { LIGHTNING_PATHS, type ReadStrikes, readStrikes, strikesResponseSchema } from '../../contract/lightning.ts'
import { placedSchema } from '../../contract/messages.ts'
import {
  ALL_SUFFIX,
  latencyRecordSchema,
  METAR_PATHS,
  readByAirport,
  reportRecordSchema,
} from '../../contract/metar.ts'
import { isUnreadList, type ReadRecords, readRecords } from '../../contract/records.ts'
import {
  envelopeSchema,
  metarHistoryRecordSchema,
  readAirports,
  readHotspots,
  type StandardData,
  type StandardEndpoint,
  standardEndpoints,
} from '../../contract/standard.ts'
import { formatUtc } from '../../contract/time.ts'
import type { Box } from '../../core/geo/geo.ts'
import type { Clock } from '../../core/time/clock.ts'
import { spanOf } from '../../core/time/gaps.ts'
import { goodBody, unreadable } from './answer-body.ts'
import type { Answer, ContractApi } from './contract-api.ts'
import type { ContractHttp, HttpAnswer, Priority } from './http.ts'

/** Undefined parameters are omitted. */
type Query = Record<string, string | number | undefined>

/** Parsing this many takes some milliseconds. */
const READ_AT_ONCE = 1_000

/** A window of five minutes, in whole minutes: a longer one would claim minutes that the response lacks. */
const SPAN_MAX_MS = 420_000

const NO_LIST = 'it holds no list of records'

/** Yields between the parts of a long list. */
type NextTurn = () => Promise<unknown>

interface ApiOptions {
  /** The server's clock: times in its future are implausible. */
  clock: Pick<Clock, 'now'>
  nextTurn?: NextTurn
}

/** Typed calls over `http`. */
export function createContractApi(http: ContractHttp, how: ApiOptions): ContractApi {
  return { ...dedicatedLineCalls(http, how), ...standardCalls(http, how) }
}

type DedicatedLineCalls = Pick<ContractApi, 'strikes' | 'latestReports' | 'latency'>

/** The calls of dedicated-line-service.md. */
function dedicatedLineCalls(http: ContractHttp, { clock, nextTurn }: ApiOptions): DedicatedLineCalls {
  async function special(path: string, query: Query, priority: Priority, signal?: AbortSignal): Promise<HttpAnswer> {
    const product = path.startsWith('/fast-lightning') ? 'lightning' : 'metar'
    return http.request({
      service: 'special',
      path,
      query: written(query),
      priority,
      product: path.startsWith(METAR_PATHS.latency) ? null : product, // DL §4.7: no authentication
      signal,
    })
  }

  /** An endpoint by airport: for a list, or for all. */
  async function byAirport<T>(
    schema: Parameters<typeof readByAirport<T>>[0],
    path: string,
    icaos: string[] | 'all',
    signal?: AbortSignal,
  ): Promise<ReadRecords<T> & { position: string | null }> {
    const none = { records: [], dropped: 0, position: null }
    if (icaos !== 'all' && icaos.length === 0) return none
    const answer =
      icaos === 'all'
        ? await special(path + ALL_SUFFIX, {}, 'metar', signal)
        : await special(path, { icaos: icaos.join(',') }, 'metar', signal)
    if (answer.status === 404 && icaos !== 'all') return none // no airport is known
    const body = goodBody(answer, path)
    const read = readByAirport(schema, body)
    if (!read) throw unreadable(path, NO_LIST)
    return { ...readable(read, path), position: placedSchema.parse(body).position ?? null }
  }

  return {
    async strikes(minutes, signal, box) {
      const path = LIGHTNING_PATHS.strikes
      const query = { minutes, ...(box && isOnGlobe(box) && { bbox: sidesText(box) }) }
      const body = goodBody(await special(path, query, 'lightning', signal), path)
      const read = strikesResponseSchema.safeParse(body)
      if (!read.success) throw unreadable(path, firstComplaint(read.error))
      const { count, data } = read.data
      const span = spanOf(read.data)
      const spanMs = span ? span.toMs - span.fromMs : 0
      const { lost, ...records } = await readLong(data, clock.now(), nextTurn)
      return {
        ...records,
        ...(lost.length > 0 && { lost }),
        ...(count && count > data.length && { absent: count - data.length }),
        ...(spanMs > 0 && spanMs < SPAN_MAX_MS && { spanMs }),
        notObserved: (read.data.not_observed ?? []).flatMap((period) => spanOf(period) ?? []),
        position: read.data.position ?? null,
      }
    },
    async latestReports(icaos, signal) {
      return byAirport(reportRecordSchema, METAR_PATHS.parsed, icaos, signal)
    },
    async latency(icaos, signal) {
      return byAirport(latencyRecordSchema, METAR_PATHS.latency, icaos, signal)
    },
  }
}

async function readLong(list: unknown[], nowMs: number, nextTurn: NextTurn | undefined): Promise<ReadStrikes> {
  if (!nextTurn || list.length <= READ_AT_ONCE) return readStrikes(list, nowMs)
  const whole: ReadStrikes = { records: [], dropped: 0, lost: [] }
  for (let from = 0; from < list.length; from += READ_AT_ONCE) {
    const part = readStrikes(list.slice(from, from + READ_AT_ONCE), nowMs)
    for (const record of part.records) whole.records.push(record)
    for (const period of part.lost) whole.lost.push(period)
    whole.dropped += part.dropped
    if (part.mended) whole.mended = (whole.mended ?? 0) + part.mended
    if (part.complaint !== undefined) whole.complaint ??= part.complaint
    await nextTurn()
  }
  return whole
}

/** The calls of standard-service.md. */
function standardCalls(http: ContractHttp, { clock }: ApiOptions): Omit<ContractApi, keyof DedicatedLineCalls> {
  async function standard<E extends StandardEndpoint>(
    endpoint: E,
    query: Query,
    signal?: AbortSignal,
    priority: Priority = 'rest',
  ): Promise<Answer<StandardData<E>>> {
    const { path, data } = standardEndpoints[endpoint]
    const answer = await http.request({
      service: 'standard',
      path,
      query: written(query),
      priority,
      product: 'standard',
      signal,
    })
    const { asOfMs, stale } = answer
    if (answer.status === 404) return { kind: 'none' }
    const envelope = envelopeSchema.safeParse(goodBody(answer, path))
    if (!envelope.success) throw unreadable(path, firstComplaint(envelope.error))
    if (envelope.data.data == null) return { kind: 'none' }
    const payload = data.safeParse(envelope.data.data)
    if (!payload.success) throw unreadable(path, firstComplaint(payload.error))
    return { kind: 'data', data: payload.data as StandardData<E>, asOfMs, stale }
  }

  async function fires(
    endpoint: 'firesInBox' | 'firesNearby',
    query: Query,
    signal?: AbortSignal,
  ): ReturnType<ContractApi['firesInBox']> {
    const answer = await standard(endpoint, query, signal)
    const { path } = standardEndpoints[endpoint]
    if (answer.kind === 'none') {
      if (HELD_PARAM in query) return answer
      // Only an empty list, with its age, says that there are no fires.
      throw unreadable(path, NO_LIST)
    }
    const { items, count } = answer.data
    return { ...answer, data: readable(readHotspots(items, clock.now()), path, count).records }
  }

  return {
    async airports(signal) {
      const answer = await standard('airports', {}, signal, 'metar')
      if (answer.kind === 'none') return { records: [], dropped: 0 }
      const { stations, count } = answer.data
      return readable(readAirports(stations), standardEndpoints.airports.path, count)
    },
    async observationAtPoint({ lat, lon }, signal) {
      return filled(await standard('observationAtPoint', { lat, lon }, signal), ({ records }) => records)
    },
    async observationAtStation(stationId, signal) {
      return filled(await standard('observationAtStation', { station_id: stationId }, signal), ({ records }) => records)
    },
    async forecastHourly({ lat, lon, dataset = 'surface', hours, timezone }, signal) {
      const query = { latitude: lat, longitude: lon, dataset, forecast_hours: hours, timezone }
      return filled(await standard('forecastHourly', query, signal), ({ data }) => data.time)
    },
    async forecastDaily({ lat, lon, dataset = 'surface', days, timezone }, signal) {
      const query = { latitude: lat, longitude: lon, dataset, forecast_days: days, timezone }
      return filled(await standard('forecastDaily', query, signal), ({ data }) => data.time)
    },
    async metarHistory({ icaos, fromMs, toMs, corrections }, signal) {
      const query = {
        stations: icaos.join(','),
        start_time: formatUtc(fromMs),
        end_time: formatUtc(toMs),
        corrected_select_strategy: corrections,
      }
      const answer = await standard('metarHistory', query, signal)
      if (answer.kind === 'none') return answer
      const { records } = readable(
        readRecords(metarHistoryRecordSchema, answer.data.records),
        standardEndpoints.metarHistory.path,
        answer.data.count,
      )
      return records.length > 0 ? { ...answer, data: records } : { kind: 'none' }
    },
    firesInBox: (box, signal) => fires('firesInBox', sidesOf(box), signal),
    heldFiresInBox: (box, signal) => fires('firesInBox', { ...sidesOf(box), [HELD_PARAM]: HELD_ONLY }, signal),
    firesNearby: ({ lat, lon, radiusKm }, signal) => fires('firesNearby', { lat, lon, radius_km: radiusKm }, signal),
  }
}

function sidesOf({ west, south, east, north }: Box): Query {
  return { min_lon: west, min_lat: south, max_lon: east, max_lat: north }
}

function written(query: Query): Record<string, string> {
  const text: Record<string, string> = {}
  for (const [name, value] of Object.entries(query)) if (value !== undefined) text[name] = String(value)
  return text
}

/** A response without content is equivalent to a 404. */
function filled<T>(answer: Answer<T>, substance: (data: T) => object): Answer<T> {
  if (answer.kind === 'none' || Object.keys(substance(answer.data)).length > 0) return answer
  return { kind: 'none' }
}

/** A list without any readable row is not an empty list, nor is one whose `count` announces more. */
function readable<T>(read: ReadRecords<T>, path: string, count?: number | null): ReadRecords<T> {
  if (isUnreadList(read, count)) throw unreadable(path, `none of ${read.dropped || count} records is readable`)
  return read
}

/** Longitudes may exceed ±180°, which our server rejects here. */
const isOnGlobe = ({ west, east }: Box) => Math.abs(west) <= 180 && Math.abs(east) <= 180
/** With full precision, so that points on the edge are inside. */
const sidesText = ({ west, south, east, north }: Box) => [west, south, east, north].join()
