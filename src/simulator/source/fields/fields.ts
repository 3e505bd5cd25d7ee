import { wrapLon } from '../../../core/geo/geo.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import type { StormField } from '../storms/storm-field.ts'
import {
  aridityAt,
  seasonalPressure,
  seasonalTemperature,
  seasonalWind,
  solarHour,
  summerness,
  sunHeight,
} from './fields-climate.ts'
import { clamp, createNoise, type Noise, type NoiseScale, ramp } from './fields-noise.ts'
import type { Place } from './fields-place.ts'
import { type SkyLayer, skyLayers } from './fields-sky.ts'
import { createStormEffects, NO_STORM, type StormEffect, weaken } from './fields-storms.ts'
import { createTerrain } from './fields-terrain.ts'
import { type Obscuration, smogAt, visibilityOf } from './fields-visibility.ts'

/** The weather of a place at a moment, at the ground. */
export interface SurfaceWeather {
  temperatureC: number
  dewPointC: number
  humidityPercent: number
  /** Reduced to sea level by the standard atmosphere, as QNH is. */
  seaLevelPressureHpa: number
  stationPressureHpa: number
  windSpeedMps: number
  /** Wind direction, 0 to 360. */
  windFromDeg: number
  gustMps: number
  precipitationMmPerHour: number
  /** 0 rain to 1 snow. */
  snowShare: number
  layers: SkyLayer[]
  /** 0 to 1, all layers together. */
  cloudCover: number
  visibilityM: number
  obscuration: Obscuration
  /** Showers rather than steady rain. */
  showery: boolean
  /** Distance to the nearest storm with lightning; infinite without one. */
  thunderKm: number
  stormCore: number
  sunHeight: number
}

export interface Fields {
  place(lat: number, lon: number): Place
  /** `stormShare`: weight of the storms (1 for observations, less in a forecast). */
  at(place: Place, ms: number, stormShare?: number): SurfaceWeather
  /** Millimetres that fall in (fromMs, toMs]. */
  precipitationMm(place: Place, fromMs: number, toMs: number, stormShare?: number): number
  /** Kilometres to the nearest storm that makes lightning. */
  thunderKm(place: Place, ms: number): number
  /** Land, by the exact mask: 0 sea, 1 land, 2 land of China. */
  landKind(lat: number, lon: number): number
}

const SYNOPTIC: NoiseScale = { degrees: 8, hours: 40 }
const FRONTAL: NoiseScale = { degrees: 6, hours: 18 }
const LOCAL: NoiseScale = { degrees: 1.5, hours: 5 }
const RAIN_STEP_MS = 10 * MINUTE_MS
/** Weather of the middle latitudes drifts eastward. */
const DRIFT_DEG_PER_MS = 0.3 / HOUR_MS

interface World {
  noise: Noise
  storms: ReturnType<typeof createStormEffects>
}

/** The single weather of the synthetic world: observations, reports and forecasts derive from it, so they agree. */
export function createFields(deps: {
  seed: number
  airports: { latitude: number; longitude: number; altitude: number | null }[]
  storms: StormField
  /** Shifts the season by this time: whole days. */
  seasonShiftMs?: number
}): Fields {
  const { seasonShiftMs = 0 } = deps
  const noise = createNoise(deps.seed)
  const terrain = createTerrain(deps.airports)
  const storms = createStormEffects({ cellsAt: (ms) => deps.storms.cellsAt(ms - seasonShiftMs) })

  function place(lat: number, lon: number): Place {
    const landShare = terrain.landShareAt(lat, lon)
    return {
      lat,
      lon,
      heightM: terrain.heightAt(lat, lon),
      landShare,
      aridity: aridityAt(lat, lon) * landShare,
      smog: smogAt(lat, lon),
    }
  }

  function precipitationMm(where: Place, fromMs: number, toMs: number, stormShare = 1): number {
    let sum = 0
    for (let ms = fromMs; ms < toMs; ms += RAIN_STEP_MS) {
      const middle = ms + RAIN_STEP_MS / 2
      const effect = stormShare > 0 ? weaken(storms.at(where.lat, where.lon, middle), stormShare) : NO_STORM
      const rain = steadyRain(where, wetness(noise, where, middle), middle) + stormRain(effect)
      sum += rain * (RAIN_STEP_MS / HOUR_MS)
    }
    return sum
  }

  return {
    place,
    at: (where, ms, stormShare = 1) => surfaceWeather({ noise, storms }, where, ms + seasonShiftMs, stormShare),
    precipitationMm: (where, fromMs, toMs, stormShare) =>
      precipitationMm(where, fromMs + seasonShiftMs, toMs + seasonShiftMs, stormShare),
    thunderKm: (where, ms) => storms.thunderKm(where.lat, where.lon, ms + seasonShiftMs),
    landKind: terrain.kindAt,
  }
}

function surfaceWeather({ noise, storms }: World, where: Place, ms: number, stormShare: number): SurfaceWeather {
  const { lat, lon, landShare, aridity } = where
  const effect = stormShare > 0 ? weaken(storms.at(lat, lon, ms), stormShare) : NO_STORM
  const summer = summerness(lat, ms)
  const sun = sunHeight(lat, lon, ms)
  const wet = wetness(noise, where, ms)
  const steady = steadyRain(where, wet, ms)
  const rain = steady + stormRain(effect)
  const winter = Math.max(0, -summer) * ramp(24, 44, Math.abs(lat))

  const daily =
    seasonalTemperature(lat, lon, landShare, ms) -
    0.0042 * where.heightM +
    (1.5 + 0.09 * Math.abs(lat)) * noise(4, SYNOPTIC, lat, lon, ms) +
    1.1 * noise(5, LOCAL, lat, lon, ms)
  const cloudiness = ramp(-0.25, 0.35, wet - 0.35 * aridity)
  const hourShape = Math.cos((2 * Math.PI * (solarHour(lon, ms) - 15)) / 24)
  const swing = (0.6 + landShare * (3.9 + 3 * aridity)) * (1 - 0.55 * cloudiness)
  const depression = Math.max(0.5, 4.1 + 10 * aridity + 3.5 * winter - (1 - landShare) - 8 * wet)

  const moist = Math.min(1, rain / 1.5)
  const free = muggy(daily - depression)
  const dry = daily + swing * hourShape
  // Rain cools the air towards its wet bulb.
  let temperatureC = dry - 0.55 * moist * Math.max(0, dry - free)
  temperatureC -= 6.5 * effect.core + 2.5 * effect.outflow
  const soaked = temperatureC - 1
  const dewPointC = Math.min(temperatureC, free + (Math.max(soaked, free) - free) * moist * 0.85)
  const humidityPercent = clamp(3, 100, 100 * (vapourPressure(dewPointC) / vapourPressure(temperatureC)))

  const wind = windAt(noise, where, ms, sun, effect)
  const seaLevelPressureHpa =
    seasonalPressure(lat, lon, ms) +
    (3 + 0.2 * Math.abs(lat)) * noise(8, SYNOPTIC, lat, lon, ms) +
    1.1 * Math.cos((4 * Math.PI * (solarHour(lon, ms) - 10)) / 24) -
    3 * wet +
    3.2 * effect.outflow

  const showery = effect.core > 0.04 || (summer > 0.2 && wet < 0.6 && noise(9, LOCAL, lat, lon, ms) > 0)
  const layers = skyLayers({
    wet: wet - 0.35 * aridity,
    spreadC: temperatureC - dewPointC,
    steadyRain: steady,
    sun,
    summer,
    effect,
    low: noise(10, LOCAL, lat, lon, ms),
    high: noise(11, FRONTAL, lat, lon, ms),
  })
  const snowShare = 1 - ramp(-0.3, 2.2, temperatureC)
  const { visibilityM, obscuration } = visibilityOf({
    humidityPercent,
    windSpeedMps: wind.speedMps,
    rain,
    snowShare,
    aridity,
    winter,
    spring: springness(lat, ms),
    place: where,
    sun,
    fogginess: noise(12, LOCAL, lat, lon, ms) + 0.5 * noise(13, FRONTAL, lat, lon, ms),
    smoke: noise(14, SYNOPTIC, lat, lon, ms),
  })
  return {
    temperatureC,
    dewPointC,
    humidityPercent,
    seaLevelPressureHpa,
    stationPressureHpa: seaLevelPressureHpa * (1 - (0.0065 * where.heightM) / 288.15) ** 5.2559,
    windSpeedMps: wind.speedMps,
    windFromDeg: wind.fromDeg,
    gustMps: wind.gustMps,
    precipitationMmPerHour: rain,
    snowShare,
    layers,
    cloudCover: 1 - layers.reduce((open, layer) => open * (1 - layer.amount), 1),
    visibilityM,
    obscuration,
    showery,
    thunderKm: effect.thunderKm,
    stormCore: effect.core,
    sunHeight: sun,
  }
}

/** -1 dry to 1 wet: the field from which cloud, rain and humidity derive. */
function wetness(noise: Noise, { lat, lon }: Place, ms: number): number {
  const drifted = lon - DRIFT_DEG_PER_MS * ms
  return (
    0.62 * noise(1, FRONTAL, lat, wrapLon(drifted), ms) +
    0.38 * noise(2, LOCAL, lat, lon, ms) +
    0.12 * noise(3, SYNOPTIC, lat, lon, ms)
  )
}

function steadyRain(at: Place, wet: number, ms: number): number {
  const winter = Math.max(0, -summerness(at.lat, ms)) * ramp(20, 42, Math.abs(at.lat))
  const threshold = 0.27 + 0.45 * at.aridity + 0.09 * winter
  return wet <= threshold ? 0 : Math.min(12, 1.5 * ((wet - threshold) / 0.16) ** 1.5 * (1 - 0.6 * winter))
}

function windAt(noise: Noise, where: Place, ms: number, sun: number, effect: StormEffect) {
  const { lat, lon, landShare } = where
  const [east, north] = seasonalWind(lat, lon, ms)
  const drag = 1.55 - 0.6 * landShare + 0.25 * where.aridity
  const mixing = 1 + landShare * (ramp(-0.1, 0.7, sun) * 0.55 - 0.35)
  const force = drag * mixing * (1 + 0.01 * Math.max(0, Math.abs(lat) - 20))
  const u = (east + 4.6 * noise(6, FRONTAL, lat, lon, ms) + 1.5 * noise(15, LOCAL, lat, lon, ms)) * force
  const v = (north + 4.6 * noise(7, FRONTAL, lat, lon, ms) + 1.5 * noise(16, LOCAL, lat, lon, ms)) * force
  const eastMps = u + effect.eastMps
  const northMps = v + effect.northMps
  const speedMps = Math.hypot(eastMps, northMps)
  const gusty = 1.36 + 0.34 * landShare * ramp(0, 0.8, sun) + 0.1 * noise(17, LOCAL, lat, lon, ms)
  return {
    speedMps,
    fromDeg: (Math.atan2(-eastMps, -northMps) * (180 / Math.PI) + 360) % 360,
    gustMps: Math.max(speedMps * gusty, speedMps + 11 * effect.core + 4 * effect.outflow),
  }
}

/** Millimetres an hour: the core's own, or the lighter rain that it leaves behind. */
function stormRain({ core, wake }: StormEffect): number {
  return Math.max(52 * core ** 1.4, 7 * wake)
}

/** Vapour pressure of saturated air, hPa (Magnus). */
export function vapourPressure(temperatureC: number): number {
  return 6.112 * Math.exp((17.62 * temperatureC) / (243.12 + temperatureC))
}

/** 0 to 1, highest in April on the northern half: the season of dust. */
function springness(lat: number, ms: number): number {
  return ramp(-0.2, 0.9, summerness(lat, ms + 95 * DAY_MS)) * (lat > 0 ? 1 : 0)
}

/** Dew points hardly pass 27 degrees anywhere. */
function muggy(dewPointC: number): number {
  return dewPointC < 24 ? dewPointC : 24 + 3.5 * (1 - Math.exp(-(dewPointC - 24) / 3.5))
}
