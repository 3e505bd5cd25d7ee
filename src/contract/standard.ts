import { z } from 'zod'
import {
  FIRE_RADIUS_KM_DEFAULT,
  FIRE_RADIUS_KM_MAX,
  FORECAST_DAYS_DEFAULT,
  FORECAST_DAYS_MAX,
  FORECAST_DAYS_MIN,
  FORECAST_HOURS_DEFAULT,
  FORECAST_HOURS_MAX,
  FORECAST_HOURS_MIN,
  METAR_SPAN_MAX_MS,
  METAR_STATIONS_MAX,
  PRICE_POINTS,
  TIMEZONE_DEFAULT,
} from './limits.ts'
import { queryBool, queryFloat, queryInt, queryList, queryTimezone } from './query.ts'
import { parseInstantMs } from './time.ts'

/** The standard service (SS): every endpoint with its path, price, query and payload. */

const number = z.number().nullish().catch(null)
const text = z.string().nullish().catch(null)
const latitude = queryFloat(-90, 90)
const longitude = queryFloat(-180, 180)
const elements = queryList.optional()
const timezone = queryTimezone.default(TIMEZONE_DEFAULT)
const instant = z.string().refine((value) => parseInstantMs(value) !== null, 'must be an ISO 8601 time')

/** SS §2.1. `data` is read apart, by the endpoint's own schema. */
export const envelopeSchema = z.looseObject({
  code: z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]),
  message: text,
  data: z.unknown().optional(),
  request_id: text,
})

/** SS §2.2. Selectable elements beyond the documented ones are not shown, so `records` passes any. */
export const observationSchema = z.looseObject({
  meta: z.looseObject({
    longitude: number,
    latitude: number,
    publish_time: text,
    publish_time_unix: number, // s
    timezone: text,
    station_id: z.union([z.string(), z.number().transform(String)]).nullish(), // station endpoint only, as those below
    station_name: text,
    province: text,
    city: text,
    county: text,
  }),
  dataset: text,
  records: z.record(z.string(), z.union([z.number(), z.string(), z.null()]).catch(null)),
  units: z.record(z.string(), z.string().nullable().catch(null)).nullish(),
})
export type Observation = z.infer<typeof observationSchema>

/** SS §2.3. */
export const metarHistoryRecordSchema = z.looseObject({
  icao_code: z.string(),
  observation_time: z.string(), // ISO 8601, UTC
  raw_metar: text,
  qa: number, // 0 = original
  report_type: text,
  is_corrected: z.boolean().nullish().catch(null),
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
  stations: z.array(z.string()).nullish().catch(null),
  start_time: text,
  end_time: text,
  count: number,
  records: z.array(z.unknown()),
})

/** SS §2.4. */
export const airportSchema = z.looseObject({
  icao_code: z.string(),
  name: text,
  longitude: z.number().min(-180).max(180),
  latitude: z.number().min(-90).max(90),
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
  meta: z
    .looseObject({ dataset: text, elements: z.array(z.string()).nullish().catch(null) })
    .nullish()
    .catch(null),
  data: z
    .looseObject({ time: z.array(z.string()) })
    .catchall(z.union([z.array(z.union([z.number(), z.string(), z.null()])), z.unknown()])),
  units: z.record(z.string(), z.string().nullable().catch(null)).nullish().catch(null),
})
export type Forecast = z.infer<typeof forecastSchema>

/** SS §2.6. */
export const hotspotSchema = z.looseObject({
  hotspot_id: z.union([z.string(), z.number().transform(String)]),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  acq_datetime: z.string(),
})
export type Hotspot = z.infer<typeof hotspotSchema>

export const hotspotsSchema = z.looseObject({
  count: number,
  items: z.array(z.unknown()),
  time_window: z.looseObject({ start: text, end: text }).nullish().catch(null),
})

const observationDataset = z.enum(['surface']).default('surface')
/** SS §4.5. */
export const FORECAST_DATASETS = ['surface', 'solar_radiation', 'soil_moisture'] as const
export type ForecastDataset = (typeof FORECAST_DATASETS)[number]

const forecastPoint = {
  latitude,
  longitude,
  dataset: z.enum(FORECAST_DATASETS).default('surface'),
  elements,
  timezone,
}

interface EndpointShape {
  /** Path under `{base_url}`; every endpoint is a GET. */
  path: string
  /** Resource points of a successful call. */
  pricePoints: number
  /** Reads the query string's parameters. */
  query: z.ZodType
  /** The payload under `data` of the envelope. */
  data: z.ZodType
}

export const standardEndpoints = {
  /** SS §4.1 */
  observationAtPoint: {
    path: '/v1/weather/observation/point/realtime',
    pricePoints: PRICE_POINTS,
    query: z.object({ lat: latitude, lon: longitude, elements, timezone, dataset: observationDataset }),
    data: observationSchema,
  },
  /** SS §4.2 */
  observationAtStation: {
    path: '/v1/weather/observation/station/realtime',
    pricePoints: PRICE_POINTS,
    query: z.object({ station_id: z.string().min(1), elements, timezone, dataset: observationDataset }),
    data: observationSchema,
  },
  /** SS §4.3 */
  metarHistory: {
    path: '/v1/metar/observation',
    pricePoints: PRICE_POINTS,
    query: z
      .object({
        stations: queryList.pipe(
          z
            .array(z.string())
            .min(1, 'must name at least one ICAO code')
            .max(METAR_STATIONS_MAX, `must name at most ${METAR_STATIONS_MAX} stations`),
        ),
        start_time: instant,
        end_time: instant,
        elements,
        include_speci: queryBool.default(true),
        include_auto: queryBool.default(true),
        corrected_select_strategy: z.enum(['corrected_only', 'both']).default('corrected_only'),
      })
      .superRefine((query, context) => {
        const spanMs = (parseInstantMs(query.end_time) ?? 0) - (parseInstantMs(query.start_time) ?? 0)
        if (spanMs < 0)
          context.addIssue({ code: 'custom', path: ['end_time'], message: 'must not lie before start_time' })
        if (spanMs > METAR_SPAN_MAX_MS)
          context.addIssue({ code: 'custom', path: ['end_time'], message: 'must be at most 10 days after start_time' })
      }),
    data: metarHistorySchema,
  },
  /** SS §4.4 */
  airports: {
    path: '/v1/metar/stations',
    pricePoints: 0,
    query: z
      .object({
        icao_codes: queryList.optional(),
        keyword: z.string().optional(),
        start_time: instant.optional(),
        end_time: instant.optional(),
      })
      .refine((query) => (query.start_time === undefined) === (query.end_time === undefined), {
        path: ['end_time'],
        message: 'must accompany start_time, and start_time end_time',
      }),
    data: airportListSchema,
  },
  /** SS §4.5 */
  forecastHourly: {
    path: '/v1/weather/forecast/point/hourly',
    pricePoints: PRICE_POINTS,
    query: z.object({
      ...forecastPoint,
      forecast_hours: queryInt(FORECAST_HOURS_MIN, FORECAST_HOURS_MAX).default(FORECAST_HOURS_DEFAULT),
    }),
    data: forecastSchema,
  },
  /** SS §4.6 */
  forecastDaily: {
    path: '/v1/weather/forecast/point/daily',
    pricePoints: PRICE_POINTS,
    query: z.object({
      ...forecastPoint,
      forecast_days: queryInt(FORECAST_DAYS_MIN, FORECAST_DAYS_MAX).default(FORECAST_DAYS_DEFAULT),
    }),
    data: forecastSchema,
  },
  /** SS §4.7 */
  firesNearby: {
    path: '/v1/fire-point/nearby',
    pricePoints: PRICE_POINTS,
    query: z.object({
      lat: latitude,
      lon: longitude,
      radius_km: queryFloat(0, FIRE_RADIUS_KM_MAX)
        .refine((km) => km > 0, 'must be more than 0')
        .default(FIRE_RADIUS_KM_DEFAULT),
    }),
    data: hotspotsSchema,
  },
  /** SS §4.8 */
  firesInBox: {
    path: '/v1/fire-point/bbox',
    pricePoints: PRICE_POINTS,
    query: z
      .object({ min_lon: longitude, min_lat: latitude, max_lon: longitude, max_lat: latitude })
      .refine((box) => box.min_lon < box.max_lon, { path: ['max_lon'], message: 'must be more than min_lon' })
      .refine((box) => box.min_lat < box.max_lat, { path: ['max_lat'], message: 'must be more than min_lat' }),
    data: hotspotsSchema,
  },
} as const satisfies Record<string, EndpointShape>

export type StandardEndpoint = keyof typeof standardEndpoints
/** The query of an endpoint once read: numbers are numbers, lists are lists, defaults are filled in. */
export type StandardQuery<E extends StandardEndpoint> = z.output<(typeof standardEndpoints)[E]['query']>
/** The payload of an endpoint. */
export type StandardData<E extends StandardEndpoint> = z.output<(typeof standardEndpoints)[E]['data']>
