import * as z from 'zod/mini'
import { ID_MAX, NAME_MAX } from './display-text.ts'
import {
  flag,
  givenLatitude,
  givenLongitude,
  lenient,
  listOf,
  name,
  number,
  numberWithin,
  recordOf,
  shownName,
  text,
} from './fields.ts'
import { PRICE_POINTS, VISIBILITY_CAVOK } from './limits.ts'
import { rawMetar } from './metar.ts'
import { type ReadRecords, type RecordRules, readRecords } from './records.ts'
import { AHEAD_MAX_MS, formatUtc, parseInstantMs, readInstant } from './time.ts'

/** The standard service (SS): every endpoint with its path, price, query and payload. */

/** SS §2.1. `data` is parsed separately, by the endpoint's own schema. */
export const envelopeSchema = z.looseObject({
  code: z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))]),
  message: text,
  data: z.optional(z.unknown()),
  request_id: text,
})

const units = recordOf(z.catch(z.nullable(z.string().check(z.maxLength(ID_MAX))), null))

/** SS §2.2. Selectable elements beyond the documented ones are unknown, so `records` accepts any. */
export const observationSchema = z.looseObject({
  meta: z.catch(
    z.looseObject({
      longitude: lenient(givenLongitude),
      latitude: lenient(givenLatitude),
      publish_time: text,
      publish_time_unix: number, // s
      timezone: text,
      station_id: lenient(name), // station endpoint only, like the following fields
      station_name: shownName,
      province: shownName,
      city: shownName,
      county: shownName,
    }),
    {},
  ),
  dataset: text,
  records: recordOf(z.catch(z.union([z.number(), z.string().check(z.maxLength(NAME_MAX)), z.null()]), null)),
  units: lenient(units),
})
export type Observation = z.infer<typeof observationSchema>

/** ICAO codes (Doc 7910), and codes of smaller airports in national lists. */
const airportCode = z.string().check(z.maxLength(ID_MAX), z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{4}$/))

/** Maximum steps of a forecast: ten days by the hour are a quarter of it. */
const STEPS_MAX = 1_000

/** SS §2.3. */
export const metarHistoryRecordSchema = z.looseObject({
  icao_code: airportCode,
  observation_time: name, // ISO 8601, UTC
  raw_metar: z.nullish(rawMetar),
  qa: number, // 0 = original
  report_type: text,
  is_corrected: flag,
  wind_direction: numberWithin(0, 360), // deg; null for variable or calm
  wind_speed: numberWithin(0, 150), // m/s
  wind_gust: numberWithin(0, 150), // m/s
  wind_direction_range_min: numberWithin(0, 360),
  wind_direction_range_max: numberWithin(0, 360),
  visibility: numberWithin(0, VISIBILITY_CAVOK), // m
  temperature: numberWithin(-100, 70), // degC
  dew_point: numberWithin(-100, 70), // degC
  qnh: numberWithin(800, 1_100), // hPa
  weather: text,
})
export type MetarHistoryRecord = z.infer<typeof metarHistoryRecordSchema>

export const metarHistorySchema = z.looseObject({
  stations: lenient(listOf(z.string().check(z.maxLength(ID_MAX)))),
  start_time: text,
  end_time: text,
  count: number,
  records: listOf(z.unknown()),
})

/** SS §2.4. */
export const airportSchema = z.looseObject({
  icao_code: airportCode,
  name: shownName,
  longitude: givenLongitude,
  latitude: givenLatitude,
  altitude: numberWithin(-500, 9_000), // m
  province: shownName,
  city: shownName,
  county: shownName,
  earliest_obser_time: text,
})
export type Airport = z.infer<typeof airportSchema>

/** Airports of a list, each once: the first readable row. One at 0/0 has an unknown position. */
export function readAirports(list: unknown, onDropped?: OnDropped): ReadRecords<Airport> {
  const codes = new Set<string>()
  return readRecords(airportSchema, list, {
    onDropped,
    whyImpossible({ icao_code, latitude, longitude }) {
      if (isNowhere(latitude, longitude)) return AT_NOWHERE
      if (codes.has(icao_code)) return 'icao_code: repeated'
      codes.add(icao_code)
      return null
    },
  })
}

type OnDropped = NonNullable<RecordRules<unknown>['onDropped']>

/** Placeholder for "unknown" where a number is required: the sea off Ghana. */
const isNowhere = (lat: number, lon: number) => lat === 0 && lon === 0
const AT_NOWHERE = 'latitude, longitude: 0/0 means an unknown position'

export const airportListSchema = z.looseObject({ count: number, stations: listOf(z.unknown()) })

/** SS §2.5: `time` and one array per element, index-aligned. */
export const forecastSchema = z.looseObject({
  meta: lenient(z.looseObject({ dataset: text, elements: lenient(listOf(z.string().check(z.maxLength(NAME_MAX)))) })),
  data: z.catchall(
    z.looseObject({ time: listOf(z.catch(name, ''), STEPS_MAX) }), // an unreadable time costs its own step
    z.union([listOf(z.union([z.number(), z.string().check(z.maxLength(NAME_MAX)), z.null()]), STEPS_MAX), z.unknown()]),
  ),
  units: lenient(units),
})
export type Forecast = z.infer<typeof forecastSchema>

/** ISO 8601, also if the service has another form. */
const isoTime = z.pipe(
  name,
  z.transform((written: string) => {
    const read = parseInstantMs(written) === null ? readInstant(written) : null
    return read === null ? written : formatUtc(read.ms)
  }),
)

/** SS §2.6. */
export const hotspotSchema = z.looseObject({
  hotspot_id: name,
  latitude: givenLatitude,
  longitude: givenLongitude,
  acq_datetime: isoTime,
})
export type Hotspot = z.infer<typeof hotspotSchema>

/** SS §4.7: hotspots are of the last day. A response may have been cached for a while. */
const HOTSPOT_AGE_MAX_MS = 7 * 24 * 3_600_000

/** Hotspots of a list, at `nowMs` (Unix ms); implausible times or positions are dropped. */
export function readHotspots(list: unknown, nowMs: number, onDropped?: OnDropped): ReadRecords<Hotspot> {
  return readRecords(hotspotSchema, list, {
    onDropped,
    whyImpossible({ latitude, longitude, acq_datetime }) {
      if (isNowhere(latitude, longitude)) return AT_NOWHERE
      const atMs = parseInstantMs(acq_datetime)
      if (atMs === null) return 'acq_datetime: is not a time'
      if (atMs > nowMs + AHEAD_MAX_MS) return 'acq_datetime: is in the future'
      return atMs < nowMs - HOTSPOT_AGE_MAX_MS ? 'acq_datetime: is over a week ago' : null
    },
  })
}

export const hotspotsSchema = z.looseObject({
  count: number,
  items: listOf(z.unknown()),
  time_window: lenient(z.looseObject({ start: text, end: text })),
})

/** SS §4.5. */
export const FORECAST_DATASETS = ['surface', 'solar_radiation', 'soil_moisture'] as const
export type ForecastDataset = (typeof FORECAST_DATASETS)[number]

interface EndpointShape {
  /** Path under `{base_url}`; every endpoint is a GET. */
  path: string
  /** Resource points of a successful call. */
  pricePoints: number
  /** The payload under `data` of the envelope. */
  data: z.ZodMiniType
}

export const standardEndpoints = {
  /** SS §4.1 */
  observationAtPoint: {
    path: '/v1/weather/observation/point/realtime',
    pricePoints: PRICE_POINTS,
    data: observationSchema,
  },
  /** SS §4.2 */
  observationAtStation: {
    path: '/v1/weather/observation/station/realtime',
    pricePoints: PRICE_POINTS,
    data: observationSchema,
  },
  /** SS §4.3 */
  metarHistory: {
    path: '/v1/metar/observation',
    pricePoints: PRICE_POINTS,
    data: metarHistorySchema,
  },
  /** SS §4.4 */
  airports: {
    path: '/v1/metar/stations',
    pricePoints: 0,
    data: airportListSchema,
  },
  /** SS §4.5 */
  forecastHourly: {
    path: '/v1/weather/forecast/point/hourly',
    pricePoints: PRICE_POINTS,
    data: forecastSchema,
  },
  /** SS §4.6 */
  forecastDaily: {
    path: '/v1/weather/forecast/point/daily',
    pricePoints: PRICE_POINTS,
    data: forecastSchema,
  },
  /** SS §4.7 */
  firesNearby: {
    path: '/v1/fire-point/nearby',
    pricePoints: PRICE_POINTS,
    data: hotspotsSchema,
  },
  /** SS §4.8 */
  firesInBox: {
    path: '/v1/fire-point/bbox',
    pricePoints: PRICE_POINTS,
    data: hotspotsSchema,
  },
} as const satisfies Record<string, EndpointShape>

export type StandardEndpoint = keyof typeof standardEndpoints
export type StandardData<E extends StandardEndpoint> = z.output<(typeof standardEndpoints)[E]['data']>
