import type { Observation } from '../../contract/standard.ts'
import { AHEAD_MAX_MS, isInstantMs, parseInstantMs } from '../../contract/time.ts'
import { bearingDeg, distanceKm, type LatLon } from '../geo/geo.ts'
import { HOUR_MS } from '../time/durations.ts'
import { statedUnit, unitText } from './forecast.ts'
import { plausibleValue } from './plausible.ts'

/** A surface observation in our names, seen from the place that was asked about. */
export interface SurfaceReport {
  station: LatLon | null
  /** Number, name and place of the station: only where the answer says so. */
  stationId: string | null
  stationName: string | null
  /** From the largest to the smallest. */
  stationAreas: string[]
  /** From the place asked about to the station. */
  distanceKm: number | null
  bearingDeg: number | null
  /** Unix ms; null where the answer does not say, or names a time in the future. */
  publishedAtMs: number | null
  temperatureC: number | null
  feelsLikeC: number | null
  humidityPercent: number | null
  pressureHpa: number | null
  windSpeedMps: number | null
  windDirectionDeg: number | null
  rainMm: number | null
  /** The hour that the rain fell in: the one that ends at the start of the hour of publishing (SS §2.2). */
  rainHour: { fromMs: number; toMs: number } | null
  /** What else the answer holds, under the names it uses. */
  others: { name: string; value: number | string; unit: string }[]
}

const KNOWN = new Set([
  'temperature',
  'feels_like_temperature',
  'humidity',
  'pressure',
  'wind_speed',
  'wind_direction_degree',
  'rain',
])

/** Seen from `at`, of an answer of `nowMs` (Unix ms); a station's own page has no place that it is seen from. */
export function readObservation(
  { meta, records, units }: Observation,
  at: LatLon | null,
  nowMs: number,
): SurfaceReport {
  const value = (name: string) => plausibleValue(name, records[name])
  const station = meta.latitude == null || meta.longitude == null ? null : { lat: meta.latitude, lon: meta.longitude }
  const unixMs = (meta.publish_time_unix ?? Number.NaN) * 1_000
  const publishedAtMs =
    [unixMs, parseInstantMs(meta.publish_time, 8 * 60)].find((ms) => isInstantMs(ms) && ms <= nowMs + AHEAD_MAX_MS) ??
    null
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

/** Words stay as they are. */
function isKnown(name: string, value: number | string | null): value is number | string {
  return typeof value === 'string' ? value !== '' : plausibleValue(name, value) !== null
}
