import { z } from 'zod'
import { parseInstantMs } from '../../contract/time.ts'

/** The exact records of the documents. The schemas of `src/contract` are lenient; these report deviations. */

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?/
const isInstant = (text: string) => parseInstantMs(text) !== null

const instant = z.string().regex(ISO).refine(isInstant)
const withOffset = instant.regex(/(Z|[+-]\d{2}:?\d{2})$/)
const utc = instant.regex(/(Z|\+00:?00|\d)$/)
const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)
/** A value of a report: null where the report lacks its group, which any report may. */
const measured = z.number().nullable()
const degrees = z.int().min(0).max(360)

/** DL §2.1 */
export const strikeShape = z
  .looseObject({
    time: z.bigint().positive(), // read with every digit: past 2^53
    obser_datetime: utc,
    lat: latitude,
    lon: longitude,
    alt: z.number(),
    pol: z.int(),
    mds: z.int(),
    mcg: z.int(),
    status: z.int(),
    region: z.int(),
    arrived_at: utc,
    sig: z.never().optional(), // never returned
  })
  .refine(
    (strike) => Math.abs((parseInstantMs(strike.obser_datetime) ?? 0) - Number(strike.time / 1_000_000n)) < 1_000,
    {
      message: 'obser_datetime is not time converted to UTC',
    },
  )

/** DL §2.2 */
export const strikesShape = z.looseObject({
  minutes: z.int().min(1).max(5),
  from: utc,
  to: utc,
  checked_at: utc,
  count: z.int().min(0),
  buckets: z.array(z.string().regex(/^\d{12}$/)),
  data: z.array(strikeShape),
})

/** DL §2.3 */
export const tokenShape = z.looseObject({ token: z.string().startsWith('ft-'), expires_at: withOffset })

/** DL §2.4 */
const reportFields = {
  icao: z.string().regex(/^[A-Z]{4}$/),
  raw_metar: z.string().min(10),
  obs_time: withOffset,
  report_type: z.string().min(1),
  arrived_at: utc,
}
export const rawReportShape = z.looseObject({ ...reportFields, parsed: z.never().optional() })
export const parsedReportShape = z.looseObject({
  ...reportFields,
  parsed: z.looseObject({
    kind: z.string(),
    icao: z.string(),
    datetime: utc,
    temperature: measured,
    dew_temperature: measured,
    temperature_units: z.string(),
    wind_speed: measured,
    wind_speed_units: z.string(),
    qnh: measured,
    qnh_units: z.string(),
    cavok: z.boolean(),
  }),
})

/** DL §2.5 */
export const latencyShape = z.looseObject({
  icao: z.string().regex(/^[A-Z]{4}$/),
  avg_latency_seconds: z.number(),
  sample_count: z.int().min(0),
})

/** DL §7 */
export const detailShape = z.looseObject({ detail: z.string().min(1) })

/** SS §2.1 */
export function envelopeShape<Data extends z.ZodType>(data: Data) {
  return z.looseObject({
    code: z.literal(0),
    message: z.literal('ok'),
    data,
    request_id: z.string().regex(/^req_.+/),
  })
}

const observationRecords = {
  temperature: z.number(),
  humidity: z.int().min(0).max(100),
  rain: z.number().min(0),
  pressure: z.number(),
  wind_speed: z.number().min(0),
  wind_direction_degree: degrees,
  feels_like_temperature: z.number(),
}
const observationMeta = {
  longitude,
  latitude,
  publish_time: withOffset,
  publish_time_unix: z.int(),
  timezone: z.string(),
}

/** SS §2.2 */
export const observationShape = z.looseObject({
  meta: z.looseObject(observationMeta),
  dataset: z.literal('surface'),
  records: z.looseObject(observationRecords),
  units: z.looseObject(Object.fromEntries(Object.keys(observationRecords).map((name) => [name, z.string()]))),
})
export const stationObservationShape = observationShape.extend({
  meta: z.looseObject({
    ...observationMeta,
    station_id: z.string(),
    station_name: z.string(),
    province: z.string(),
    city: z.string().nullable(),
    county: z.string(),
  }),
})

/** SS §2.3 */
export const historyRecordShape = z.looseObject({
  icao_code: z.string(),
  observation_time: utc,
  raw_metar: z.string(),
  qa: z.int(),
  report_type: z.enum(['METAR', 'SPECI']),
  is_corrected: z.boolean(),
  wind_direction: degrees.nullable(),
  wind_speed: measured,
  wind_gust: measured,
  wind_direction_range_min: degrees.nullable(),
  wind_direction_range_max: degrees.nullable(),
  visibility: z.int().nullable(),
  temperature: measured,
  dew_point: measured,
  qnh: measured,
  weather: z.string(),
})
export const historyShape = z.looseObject({
  stations: z.array(z.string()),
  start_time: z.string(),
  end_time: z.string(),
  count: z.int(),
  records: z.array(historyRecordShape),
})

/** SS §2.4 */
export const airportsShape = z.looseObject({
  count: z.int(),
  stations: z.array(
    z.looseObject({
      icao_code: z.string().regex(/^[A-Z]{4}$/),
      name: z.string(),
      longitude,
      latitude,
      altitude: z.number().nullable(), // not every airport's is on record
      province: z.string(),
      city: z.string(),
      county: z.string(),
      earliest_obser_time: utc,
    }),
  ),
})

/** SS §2.5 */
export const forecastShape = z.looseObject({
  meta: z.looseObject({ dataset: z.string(), elements: z.array(z.string()).min(1) }),
  data: z.looseObject({ time: z.array(z.string()).min(1) }),
})

/** SS §2.6 */
export const hotspotsShape = z.looseObject({
  count: z.int(),
  time_window: z.looseObject({ start: instant, end: instant }),
  items: z.array(z.looseObject({ hotspot_id: z.string(), latitude, longitude, acq_datetime: instant })),
})
