import * as z from 'zod/mini'
import { flag, latitude, lenient, longitude, name, number, text } from './fields.ts'
import { PRICE_POINTS } from './limits.ts'
import { rawMetar } from './metar.ts'

/** The standard service (SS): every endpoint with its path, price, query and payload. */

/** SS §2.1. `data` is read apart, by the endpoint's own schema. */
export const envelopeSchema = z.looseObject({
  code: z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))]),
  message: text,
  data: z.optional(z.unknown()),
  request_id: text,
})

const units = z.record(z.string(), z.catch(z.nullable(z.string()), null))

/** SS §2.2. Selectable elements beyond the documented ones are not shown, so `records` passes any. */
export const observationSchema = z.looseObject({
  meta: z.looseObject({
    longitude: number,
    latitude: number,
    publish_time: text,
    publish_time_unix: number, // s
    timezone: text,
    station_id: z.nullish(name), // station endpoint only, as those below
    station_name: text,
    province: text,
    city: text,
    county: text,
  }),
  dataset: text,
  records: z.record(z.string(), z.catch(z.union([z.number(), z.string(), z.null()]), null)),
  units: z.nullish(units),
})
export type Observation = z.infer<typeof observationSchema>

/** SS §2.3. */
export const metarHistoryRecordSchema = z.looseObject({
  icao_code: z.string(),
  observation_time: name, // ISO 8601, UTC
  raw_metar: z.nullish(rawMetar),
  qa: number, // 0 = original
  report_type: text,
  is_corrected: flag,
  wind_direction: number, // deg; null for variable or calm
  wind_speed: number, // m/s
  wind_gust: number, // m/s
  wind_direction_range_min: number,
  wind_direction_range_max: number,
  visibility: number, // m; 99999 means CAVOK
  temperature: number, // degC
  dew_point: number, // degC
  qnh: number, // hPa
  weather: text,
})
export type MetarHistoryRecord = z.infer<typeof metarHistoryRecordSchema>

export const metarHistorySchema = z.looseObject({
  stations: lenient(z.array(z.string())),
  start_time: text,
  end_time: text,
  count: number,
  records: z.array(z.unknown()),
})

/** SS §2.4. */
export const airportSchema = z.looseObject({
  icao_code: z.string(),
  name: text,
  longitude: longitude,
  latitude: latitude,
  altitude: number, // m
  province: text,
  city: text,
  county: text,
  earliest_obser_time: text,
})
export type Airport = z.infer<typeof airportSchema>

export const airportListSchema = z.looseObject({ count: number, stations: z.array(z.unknown()) })

/** SS §2.5: `time` and one array per element, index-aligned. */
export const forecastSchema = z.looseObject({
  meta: lenient(z.looseObject({ dataset: text, elements: lenient(z.array(z.string())) })),
  data: z.catchall(
    z.looseObject({ time: z.array(z.string()) }),
    z.union([z.array(z.union([z.number(), z.string(), z.null()])), z.unknown()]),
  ),
  units: lenient(units),
})
export type Forecast = z.infer<typeof forecastSchema>

/** SS §2.6. */
export const hotspotSchema = z.looseObject({
  hotspot_id: name,
  latitude: latitude,
  longitude: longitude,
  acq_datetime: z.string(),
})
export type Hotspot = z.infer<typeof hotspotSchema>

export const hotspotsSchema = z.looseObject({
  count: number,
  items: z.array(z.unknown()),
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
/** The payload of an endpoint. */
export type StandardData<E extends StandardEndpoint> = z.output<(typeof standardEndpoints)[E]['data']>
