import type { Observation } from '../../contract/standard.ts'
import { AHEAD_MAX_MS, isInstantMs, parseInstantMs } from '../../contract/time.ts'
import { bearingDeg, distanceKm, type LatLon } from '../geo/geo.ts'
import { HOUR_MS } from '../time/durations.ts'
import { statedUnit, unitText } from './forecast.ts'
import { plausibleValue } from './plausible.ts'

/** A surface observation with our field names, relative to the requested place. */
export interface SurfaceReport {
  station: LatLon | null
  /** Number, name and place of the station, if given. */
  stationId: string | null
  stationName: string | null
  /** Largest first. */
  stationAreas: string[]
  distanceKm: number | null
  bearingDeg: number | null
  /** Unix ms; null if missing, before 2000, or in the future. */
  publishedAtMs: number | null
  temperatureC: number | null
  feelsLikeC: number | null
  humidityPercent: number | null
  pressureHpa: number | null
  windSpeedMps: number | null
  windDirectionDeg: number | null
  rainMm: number | null
  /** The hour of the rain amount: the one that ends at the start of the hour of publication (SS §2.2). */
  rainHour: { fromMs: number; toMs: number } | null
  /** Other elements of the response, under their own names. */
  others: { name: string; value: number | string; unit: string }[]
}

/** 1 January 2000: an earlier time is a code for "unknown". */
const FIRST_MS = 946_684_800_000

const KNOWN = new Set([
  'temperature',
  'feels_like_temperature',
  'humidity',
  'pressure',
  'wind_speed',
  'wind_direction_degree',
  'rain',
])

/** Relative to `at`, from a response at `nowMs` (Unix ms); a station's own page has no reference place. */
export function readObservation(
  { meta, records, units }: Observation,
  at: LatLon | null,
  nowMs: number,
): SurfaceReport {
  const value = (name: string) => plausibleValue(name, records[name])
  const station = meta.latitude == null || meta.longitude == null ? null : { lat: meta.latitude, lon: meta.longitude }
  const unixMs = (meta.publish_time_unix ?? Number.NaN) * 1_000
  const publishedAtMs =
    [unixMs, parseInstantMs(meta.publish_time, 8 * 60)].find(
      (ms) => isInstantMs(ms) && ms >= FIRST_MS && ms <= nowMs + AHEAD_MAX_MS,
    ) ?? null
  const rainEndMs = publishedAtMs === null ? null : Math.floor(publishedAtMs / HOUR_MS) * HOUR_MS
  return {
    station,
    stationId: meta.station_id ?? null,
    stationName: meta.station_name || null,
    stationAreas: [meta.province, meta.city, meta.county].flatMap((area) => area || []),
    distanceKm: at && station && distanceKm(at, station),
    bearingDeg: at && station && bearingDeg(at, station),
    publishedAtMs,
    temperatureC: value('temperature'),
    feelsLikeC: value('feels_like_temperature'),
    humidityPercent: value('humidity'),
    pressureHpa: value('pressure'),
    windSpeedMps: value('wind_speed'),
    windDirectionDeg: value('wind_direction_degree'),
    rainMm: value('rain'),
    rainHour: rainEndMs === null ? null : { fromMs: rainEndMs - HOUR_MS, toMs: rainEndMs },
    others: Object.entries(records).flatMap(([name, value]) =>
      KNOWN.has(name) || !isKnown(name, value) ? [] : [{ name, value, unit: unitText(statedUnit(units, name) ?? '') }],
    ),
  }
}

/** A text is valid unless it is a number that is not. */
function isKnown(name: string, value: number | string | null): value is number | string {
  if (typeof value === 'string' && Number.isNaN(Number(value))) return true
  return plausibleValue(name, value) !== null
}
