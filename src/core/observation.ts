import type { Observation } from '../contract/standard.ts'
import { parseInstantMs } from '../contract/time.ts'
import { bearingDeg, distanceKm, type LatLon } from './geo.ts'

const HOUR_MS = 60 * 60_000

/** A surface observation in our names, seen from the place that was asked about. */
export interface SurfaceReport {
  station: LatLon | null
  stationName: string | null
  /** From the place asked about to the station. */
  distanceKm: number | null
  bearingDeg: number | null
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
}

export function readObservation({ meta, records }: Observation, at: LatLon): SurfaceReport {
  const value = (name: string) => {
    const raw = records[name]
    const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
    return typeof number === 'number' && Number.isFinite(number) ? number : null
  }
  const station = meta.latitude == null || meta.longitude == null ? null : { lat: meta.latitude, lon: meta.longitude }
  const publishedAtMs =
    meta.publish_time_unix == null ? parseInstantMs(meta.publish_time, 8 * 60) : meta.publish_time_unix * 1000
  const rainEndMs = publishedAtMs === null ? null : Math.floor(publishedAtMs / HOUR_MS) * HOUR_MS
  return {
    station,
    stationName: meta.station_name ?? null,
    distanceKm: station && distanceKm(at, station),
    bearingDeg: station && bearingDeg(at, station),
    publishedAtMs,
    temperatureC: value('temperature'),
    feelsLikeC: value('feels_like_temperature'),
    humidityPercent: value('humidity'),
    pressureHpa: value('pressure'),
    windSpeedMps: value('wind_speed'),
    windDirectionDeg: value('wind_direction_degree'),
    rainMm: value('rain'),
    rainHour: rainEndMs === null ? null : { fromMs: rainEndMs - HOUR_MS, toMs: rainEndMs },
  }
}
