import type { ForecastDataset } from '../../../contract/standard.ts'
import { clamp } from '../fields/fields-noise.ts'
import type { Place } from '../fields/fields-place.ts'
import { round } from '../weather-answer.ts'
import type { ExpectedWeather, ForecastRun } from './forecast-model.ts'
import { feelsLikeC } from './observation.ts'

/** The sun at the top of the air, W/m². */
const SOLAR_CONSTANT = 1_361
/** Direct sunlight above this counts as sunshine, W/m². */
const SUNSHINE_ABOVE = 120

export interface Hour {
  ms: number
  place: Place
  run: ForecastRun
  weather: ExpectedWeather
}

interface HourlyElement {
  unit: string
  digits: number
  of(hour: Hour): number
}

/** How a day is made of its hours. */
interface DailyElement {
  from: string
  fold: 'max' | 'min' | 'mean' | 'sum'
  /** Factor from the hourly unit to the daily one. */
  scale?: number
  unit?: string
  digits?: number
}

const surface: Record<string, HourlyElement> = {
  temperature: { unit: 'degC', digits: 1, of: ({ weather }) => weather.temperatureC },
  feels_like_temperature: { unit: 'degC', digits: 1, of: ({ weather }) => feelsLikeC(weather) },
  dew_point: { unit: 'degC', digits: 1, of: ({ weather }) => weather.dewPointC },
  humidity: { unit: '%', digits: 0, of: ({ weather }) => weather.humidityPercent },
  pressure: { unit: 'hPa', digits: 1, of: ({ weather }) => weather.stationPressureHpa },
  wind_speed: { unit: 'm/s', digits: 1, of: ({ weather }) => weather.windSpeedMps },
  wind_direction: { unit: 'deg', digits: 0, of: ({ weather }) => weather.windFromDeg % 359.5 },
  wind_gust: { unit: 'm/s', digits: 1, of: ({ weather }) => weather.gustMps },
  precipitation: { unit: 'mm', digits: 1, of: ({ weather }) => weather.precipitationMm },
  cloud_cover: { unit: '%', digits: 0, of: ({ weather }) => weather.cloudCover * 100 },
  visibility: { unit: 'm', digits: -2, of: ({ weather }) => weather.visibilityM },
}

const solarRadiation: Record<string, HourlyElement> = {
  shortwave_radiation: { unit: 'W/m2', digits: 0, of: (hour) => sunlight(hour).direct + sunlight(hour).diffuse },
  direct_radiation: { unit: 'W/m2', digits: 0, of: (hour) => sunlight(hour).direct },
  diffuse_radiation: { unit: 'W/m2', digits: 0, of: (hour) => sunlight(hour).diffuse },
  direct_normal_irradiance: { unit: 'W/m2', digits: 0, of: (hour) => sunlight(hour).beam },
  sunshine_duration: { unit: 's', digits: 0, of: (hour) => (sunlight(hour).beam > SUNSHINE_ABOVE ? 3_600 : 0) },
}

const soilMoisture: Record<string, HourlyElement> = {
  soil_moisture_0_10cm: soilLayer(0.05),
  soil_moisture_10_40cm: soilLayer(0.25),
  soil_moisture_40_100cm: soilLayer(0.7),
  soil_moisture_100_200cm: soilLayer(1.5),
}

function soilLayer(depthM: number): HourlyElement {
  return { unit: 'm3/m3', digits: 3, of: ({ run, ms }) => run.soilMoisture(ms, depthM) }
}

function sunlight({ weather }: Hour): { direct: number; diffuse: number; beam: number } {
  const height = Math.max(0, weather.sunHeight)
  if (height === 0) return { direct: 0, diffuse: 0, beam: 0 }
  const air = 1 / (height + 0.05)
  const beam = SOLAR_CONSTANT * 0.76 ** air * clamp(0, 1, 1 - weather.cloudCover) ** 1.2
  const diffuse = SOLAR_CONSTANT * height * (0.11 + 0.24 * weather.cloudCover * (1.3 - weather.cloudCover))
  return { direct: beam * height, diffuse, beam }
}

export const HOURLY_ELEMENTS: Record<ForecastDataset, Record<string, HourlyElement>> = {
  surface,
  solar_radiation: solarRadiation,
  soil_moisture: soilMoisture,
}

/** The elements of each dataset by the day. */
export const DAILY_ELEMENTS: Record<ForecastDataset, Record<string, DailyElement>> = {
  surface: {
    temperature_max: { from: 'temperature', fold: 'max' },
    temperature_min: { from: 'temperature', fold: 'min' },
    temperature_mean: { from: 'temperature', fold: 'mean' },
    feels_like_temperature_max: { from: 'feels_like_temperature', fold: 'max' },
    feels_like_temperature_min: { from: 'feels_like_temperature', fold: 'min' },
    humidity_max: { from: 'humidity', fold: 'max' },
    humidity_min: { from: 'humidity', fold: 'min' },
    pressure_mean: { from: 'pressure', fold: 'mean' },
    wind_speed_max: { from: 'wind_speed', fold: 'max' },
    wind_gust_max: { from: 'wind_gust', fold: 'max' },
    precipitation: { from: 'precipitation', fold: 'sum' },
    cloud_cover_mean: { from: 'cloud_cover', fold: 'mean' },
    visibility_min: { from: 'visibility', fold: 'min' },
  },
  solar_radiation: {
    shortwave_radiation_sum: {
      from: 'shortwave_radiation',
      fold: 'sum',
      scale: 0.0036,
      unit: 'MJ/m2',
      digits: 1,
    },
    shortwave_radiation_max: { from: 'shortwave_radiation', fold: 'max' },
    sunshine_duration: { from: 'sunshine_duration', fold: 'sum' },
  },
  soil_moisture: Object.fromEntries(
    Object.keys(soilMoisture).map((name): [string, DailyElement] => [`${name}_mean`, { from: name, fold: 'mean' }]),
  ),
}

/** The value of an hour as the service writes it. */
export function hourlyValue(element: HourlyElement, hour: Hour): number {
  return round(element.of(hour), element.digits)
}

/** The value of a day made of its hours. */
export function dailyValue(element: DailyElement, hourly: HourlyElement, hours: Hour[]): number {
  const values = hours.map(hourly.of)
  const sum = values.reduce((total, value) => total + value, 0)
  const folded = {
    max: () => Math.max(...values),
    min: () => Math.min(...values),
    mean: () => sum / values.length,
    sum: () => sum,
  }[element.fold]()
  return round(folded * (element.scale ?? 1), element.digits ?? hourly.digits)
}
