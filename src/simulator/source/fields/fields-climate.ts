import { RAD } from '../../../core/geo/geo.ts'
import { DAY_MS, HOUR_MS } from '../../../core/time/durations.ts'
import { ramp } from './fields-noise.ts'

const YEAR_DAYS = 365.2425
/** 2000-01-01. */
const EPOCH_DAYS = 10_957

/** Dry country: middle, half widths in degrees, how dry it is at the heart. */
const DRYLANDS: [lat: number, lon: number, halfLat: number, halfLon: number, dryness: number][] = [
  [41, 88, 5, 14, 1],
  [41, 104, 5, 9, 0.85],
  [44, 64, 6, 14, 0.8],
  [34, 84, 5, 11, 0.5],
  [36, 112, 6, 7, 0.25],
  [24, 5, 8, 26, 1],
  [25, 45, 10, 18, 1],
  [27, 70, 5, 6, 0.7],
  [-25, 132, 7, 14, 0.85],
  [36, -113, 8, 9, 0.7],
  [-24, 19, 6, 5, 0.8],
  [-24, -69, 9, 3, 1],
]

/** Position in the year, 0 to 1. */
export function yearPart(ms: number): number {
  const years = (ms / DAY_MS - EPOCH_DAYS) / YEAR_DAYS
  return years - Math.floor(years)
}

/** +1 in mid-July and -1 in mid-January on the northern half, the other way round on the southern. */
export function summerness(lat: number, ms: number): number {
  const northern = -Math.cos(2 * Math.PI * (yearPart(ms) - 0.045))
  return northern * Math.max(-1, Math.min(1, lat / 12))
}

/** 0 in humid country and at sea to 1 in the heart of a desert. */
export function aridityAt(lat: number, lon: number): number {
  let arid = 0
  for (const [midLat, midLon, halfLat, halfLon, dryness] of DRYLANDS) {
    const square = ((lat - midLat) / halfLat) ** 2 + ((lon - midLon) / halfLon) ** 2
    if (square < 9) arid = Math.max(arid, dryness * Math.exp(-square * square * 0.4))
  }
  return arid
}

/** Mean temperature of the time of year at sea level, degC. */
export function seasonalTemperature(lat: number, lon: number, landShare: number, ms: number): number {
  const far = Math.abs(lat)
  const annual = far < 50 ? 27 - 0.0092 * far * far : 4 - 0.92 * (far - 50)
  // The heart and the east of Asia are colder in winter than their latitude.
  const continental = Math.exp(-(((lat - 54) / 13) ** 2) - ((lon - 115) / 32) ** 2) * landShare
  const swing = Math.max(1.2, 0.44 * far - 2.2) + 6 * continental
  const drift = atlanticDrift(lat, lon)
  const yearly = swing * (0.5 + 0.5 * landShare) * (1 - 0.55 * drift)
  return annual + 15 * drift - 3.5 * continental + yearly * summerness(lat, ms)
}

/** How much the North Atlantic warms the year of the north of Europe, and evens it: 1 on the coast of Norway. */
function atlanticDrift(lat: number, lon: number): number {
  const drift = Math.exp(-(((lat - 66) / 9) ** 2) - ((lon - 12) / 25) ** 2)
  return drift < 0.01 ? 0 : drift
}

/** Sea-level pressure of the time of year, hPa: the high over Asia in winter, the heat low in summer. */
export function seasonalPressure(lat: number, lon: number, ms: number): number {
  const asia = Math.exp(-(((lat - 42) / 16) ** 2) - ((lon - 100) / 32) ** 2)
  const summer = summerness(lat, ms)
  return 1013 + asia * (summer < 0 ? -19 * summer : -9 * summer) - 4 * ramp(45, 65, Math.abs(lat))
}

/** The seasonal wind, towards east and north, m/s: monsoon in East Asia, westerlies north of it, trades south. */
export function seasonalWind(lat: number, lon: number, ms: number): [eastMps: number, northMps: number] {
  const monsoon = Math.exp(-(((lat - 29) / 13) ** 2) - ((lon - 116) / 16) ** 2)
  const summer = summerness(lat, ms)
  const westerly = 1.6 * ramp(30, 48, Math.abs(lat)) - 2.2 * (1 - ramp(8, 24, Math.abs(lat)))
  return [westerly + monsoon * 0.5 * summer, monsoon * (1.9 * summer - 0.4)]
}

/** Local solar time in hours, 0 to 24. */
export function solarHour(lon: number, ms: number): number {
  const hours = ms / HOUR_MS + lon / 15
  return hours - Math.floor(hours / 24) * 24
}

/** Sine of the sun's height above the horizon; negative at night. */
export function sunHeight(lat: number, lon: number, ms: number): number {
  const declination = -23.44 * RAD * Math.cos(2 * Math.PI * (yearPart(ms) + 10 / YEAR_DAYS))
  const hourAngle = (solarHour(lon, ms) - 12) * 15 * RAD
  return Math.sin(lat * RAD) * Math.sin(declination) + Math.cos(lat * RAD) * Math.cos(declination) * Math.cos(hourAngle)
}
