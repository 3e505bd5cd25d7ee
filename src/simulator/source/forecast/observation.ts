import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import type { Fields, SurfaceWeather } from '../fields/fields.ts'
import { vapourPressure } from '../fields/fields.ts'
import { round, selectElements } from '../weather-answer.ts'
import { formatInZone } from '../weather-time.ts'
import type { Station } from './observation-stations.ts'

const PUBLISHED_EVERY_MS = 10 * MINUTE_MS

const UNITS = {
  temperature: 'degC',
  humidity: '%',
  rain: 'mm',
  pressure: 'hPa',
  wind_speed: 'm/s',
  wind_direction_degree: 'deg',
  feels_like_temperature: 'degC',
} as const
type ObservedElement = keyof typeof UNITS
const ELEMENTS = Object.keys(UNITS) as ObservedElement[]

/** The latest observation of a station in the service's format, or the problem of the requested elements. */
export function observe(
  fields: Fields,
  station: Station,
  asked: { ms: number; timezone: string; elements: string[] | undefined; withStation: boolean },
): object | string {
  const elements = selectElements(asked.elements, ELEMENTS)
  if (typeof elements === 'string') return elements
  const publishedMs = Math.floor((asked.ms - station.lagMs) / PUBLISHED_EVERY_MS) * PUBLISHED_EVERY_MS + station.lagMs
  const values = observed(fields, station, publishedMs)
  return {
    meta: {
      longitude: station.lon,
      latitude: station.lat,
      publish_time: formatInZone(publishedMs, asked.timezone),
      publish_time_unix: publishedMs / 1000,
      timezone: asked.timezone,
      ...(asked.withStation && {
        station_id: station.id,
        station_name: station.name,
        province: station.province,
        city: station.city,
        county: station.county,
      }),
    },
    dataset: 'surface',
    records: Object.fromEntries(elements.map((name) => [name, values[name]])),
    units: Object.fromEntries(elements.map((name) => [name, UNITS[name]])),
  }
}

function observed(fields: Fields, station: Station, publishedMs: number): Record<ObservedElement, number> {
  const weather = fields.at(station.place, publishedMs)
  // The hour that ends where the hour of publishing starts: at 13:25 that is 12:00 to 13:00.
  const hourEndMs = Math.floor(publishedMs / HOUR_MS) * HOUR_MS
  return {
    temperature: round(weather.temperatureC, 1),
    humidity: Math.round(weather.humidityPercent),
    rain: round(fields.precipitationMm(station.place, hourEndMs - HOUR_MS, hourEndMs), 1),
    pressure: round(weather.stationPressureHpa, 1),
    wind_speed: round(weather.windSpeedMps, 1),
    wind_direction_degree: Math.round(weather.windFromDeg) % 360,
    feels_like_temperature: round(feelsLikeC(weather), 1),
  }
}

/** Apparent temperature after Steadman: warmth, moisture and wind in the shade. */
export function feelsLikeC(weather: Pick<SurfaceWeather, 'temperatureC' | 'dewPointC' | 'windSpeedMps'>): number {
  return weather.temperatureC + 0.33 * vapourPressure(weather.dewPointC) - 0.7 * weather.windSpeedMps - 4
}
