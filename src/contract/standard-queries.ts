import * as z from 'zod/mini'
import { boundedText } from './fields.ts'
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
  TIMEZONE_DEFAULT,
} from './limits.ts'
import { queryBool, queryFloat, queryInt, queryList, queryTimezone } from './query.ts'
import { FORECAST_DATASETS, type StandardEndpoint } from './standard.ts'
import { parseInstantMs } from './time.ts'

/** Queries of the standard service. Only servers parse them. */

const lat = queryFloat(-90, 90)
const lon = queryFloat(-180, 180)
const elements = z.optional(queryList)
const timezone = z._default(queryTimezone, TIMEZONE_DEFAULT)
const instant = boundedText.check(z.refine((value) => parseInstantMs(value) !== null, 'must be an ISO 8601 time'))
const answered = { elements, timezone, dataset: z._default(z.enum(['surface']), 'surface') }
const forecastPoint = {
  latitude: lat,
  longitude: lon,
  dataset: z._default(z.enum(FORECAST_DATASETS), 'surface'),
  elements,
  timezone,
}

export const standardQueries = {
  /** SS §4.1 */
  observationAtPoint: z.object({ lat, lon, ...answered }),
  /** SS §4.2 */
  observationAtStation: z.object({ station_id: boundedText.check(z.minLength(1)), ...answered }),
  /** SS §4.3 */
  metarHistory: z
    .object({
      stations: queryList.check(
        z.minLength(1, 'must name at least one ICAO code'),
        z.maxLength(METAR_STATIONS_MAX, `must name at most ${METAR_STATIONS_MAX} stations`),
      ),
      start_time: instant,
      end_time: instant,
      elements,
      include_speci: z._default(queryBool, true),
      include_auto: z._default(queryBool, true),
      corrected_select_strategy: z._default(z.enum(['corrected_only', 'both']), 'corrected_only'),
    })
    .check(
      z.refine((query) => spanMs(query) >= 0, { path: ['end_time'], message: 'must not lie before start_time' }),
      z.refine((query) => spanMs(query) <= METAR_SPAN_MAX_MS, {
        path: ['end_time'],
        message: 'must be at most 10 days after start_time',
      }),
    ),
  /** SS §4.4 */
  airports: z
    .object({
      icao_codes: z.optional(queryList),
      keyword: z.optional(boundedText),
      start_time: z.optional(instant),
      end_time: z.optional(instant),
    })
    .check(
      z.refine((query) => (query.start_time === undefined) === (query.end_time === undefined), {
        path: ['end_time'],
        message: 'must accompany start_time, and start_time end_time',
      }),
    ),
  /** SS §4.5 */
  forecastHourly: z.object({
    ...forecastPoint,
    forecast_hours: z._default(queryInt(FORECAST_HOURS_MIN, FORECAST_HOURS_MAX), FORECAST_HOURS_DEFAULT),
  }),
  /** SS §4.6 */
  forecastDaily: z.object({
    ...forecastPoint,
    forecast_days: z._default(queryInt(FORECAST_DAYS_MIN, FORECAST_DAYS_MAX), FORECAST_DAYS_DEFAULT),
  }),
  /** SS §4.7 */
  firesNearby: z.object({
    lat,
    lon,
    radius_km: z._default(
      queryFloat(0, FIRE_RADIUS_KM_MAX).check(z.gt(0, 'must be more than 0')),
      FIRE_RADIUS_KM_DEFAULT,
    ),
  }),
  /** SS §4.8 */
  firesInBox: z.object({ min_lon: lon, min_lat: lat, max_lon: lon, max_lat: lat }).check(
    z.refine((box) => box.min_lon < box.max_lon, { path: ['max_lon'], message: 'must be more than min_lon' }),
    z.refine((box) => box.min_lat < box.max_lat, { path: ['max_lat'], message: 'must be more than min_lat' }),
  ),
} as const satisfies Record<StandardEndpoint, z.ZodMiniType>

function spanMs({ start_time, end_time }: { start_time: string; end_time: string }): number {
  return (parseInstantMs(end_time) ?? 0) - (parseInstantMs(start_time) ?? 0)
}

/** The parsed query of an endpoint: numbers, lists and defaults. */
export type StandardQuery<E extends StandardEndpoint> = z.output<(typeof standardQueries)[E]>
