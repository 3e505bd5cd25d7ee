import { HOUR_MS } from '../../../core/time/durations.ts'
import type { Fields, SurfaceWeather } from '../fields/fields.ts'
import { vapourPressure } from '../fields/fields.ts'
import { yearPart } from '../fields/fields-climate.ts'
import { clamp, createNoise, type NoiseScale, ramp } from '../fields/fields-noise.ts'
import type { Place } from '../fields/fields-place.ts'

/** A run starts every six hours and is out four hours later. */
const RUN_EVERY_MS = 6 * HOUR_MS
const RUN_TAKES_MS = 4 * HOUR_MS
/** Lead time up to which a model predicts storms; after that their rain is spread too thin to be useful. */
const STORMS_KNOWN_MS = 12 * HOUR_MS
const ERROR_SCALE: NoiseScale = { degrees: 4, hours: 15 }

/** The weather that a model run expects at a point. */
export interface ExpectedWeather extends SurfaceWeather {
  /** Of the hour that ends here. */
  precipitationMm: number
}

export interface ForecastRun {
  /** Unix ms of the analysis it starts from. */
  startMs: number
  expect(ms: number): ExpectedWeather
  /** Volumetric water content of the soil between two depths, m³/m³. */
  soilMoisture(ms: number, depthM: number): number
}

/** A model whose runs are correct except for an error that grows with lead time and differs by run. */
export function createForecastModel(seed: number, fields: Fields) {
  const noise = createNoise(seed ^ 0x5f3759df)

  /** The newest run that is out at `ms`. */
  function latestRun(place: Place, ms: number): ForecastRun {
    const startMs = Math.floor((ms - RUN_TAKES_MS) / RUN_EVERY_MS) * RUN_EVERY_MS
    const runNumber = startMs / RUN_EVERY_MS

    /** Error from about -1 to 1 times its growth with lead time: 0.15 initially, 1 after seven days. */
    function error(salt: number, atMs: number): number {
      const leadDays = Math.max(0, atMs - startMs) / (24 * HOUR_MS)
      const grown = Math.min(1, 0.15 + 0.32 * Math.sqrt(leadDays))
      return grown * noise(salt * 7_919 + runNumber, ERROR_SCALE, place.lat, place.lon, atMs)
    }

    function expect(atMs: number): ExpectedWeather {
      const leadMs = Math.max(0, atMs - startMs)
      const stormShare = clamp(0, 1, 1 - leadMs / STORMS_KNOWN_MS)
      const truth = fields.at(place, atMs, stormShare)
      const temperatureC = truth.temperatureC + 2.8 * error(1, atMs)
      const dewPointC = Math.min(temperatureC, truth.dewPointC + 2.8 * error(2, atMs))
      const windShare = Math.exp(0.6 * error(3, atMs))
      const pressureError = 5 * error(5, atMs)
      const rainShare = Math.exp(1.3 * error(6, atMs))
      return {
        ...truth,
        temperatureC,
        dewPointC,
        humidityPercent: clamp(3, 100, 100 * (vapourPressure(dewPointC) / vapourPressure(temperatureC))),
        windSpeedMps: truth.windSpeedMps * windShare,
        gustMps: truth.gustMps * windShare,
        windFromDeg: (truth.windFromDeg + 50 * error(4, atMs) + 360) % 360,
        seaLevelPressureHpa: truth.seaLevelPressureHpa + pressureError,
        stationPressureHpa: truth.stationPressureHpa + pressureError,
        cloudCover: clamp(0, 1, truth.cloudCover + 0.35 * error(7, atMs)),
        visibilityM: clamp(50, 30_000, truth.visibilityM * Math.exp(0.5 * error(8, atMs))),
        precipitationMm: fields.precipitationMm(place, atMs - HOUR_MS, atMs, stormShare) * rainShare,
      }
    }

    /** Wet country and a wet season hold more; the deeper, the slower it changes. */
    function soilMoisture(atMs: number, depthM: number): number {
      const season = Math.sin(2 * Math.PI * (yearPart(atMs) - 0.3)) * (place.lat >= 0 ? 1 : -1)
      const slow = noise(90, { degrees: 3, hours: 100 + 900 * depthM }, place.lat, place.lon, atMs)
      const wet = 0.31 - 0.2 * place.aridity + 0.03 * season * (1 - depthM / 3) + 0.07 * slow + 0.02 * error(9, atMs)
      return clamp(0.02, 0.5, wet) * ramp(0, 0.2, place.landShare)
    }

    return { startMs, expect, soilMoisture }
  }

  return { latestRun }
}

export type ForecastModel = ReturnType<typeof createForecastModel>
