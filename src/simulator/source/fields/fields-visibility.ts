import { ramp } from './fields-noise.ts'
import type { Place } from './fields-place.ts'

/** Causes of reduced visibility. */
export type Obscuration = 'fog' | 'mist' | 'haze' | 'dust' | 'precipitation' | null

/** Where the air of winter is dirtiest: middle, half widths in degrees. */
const SMOG_BASINS: [lat: number, lon: number, halfLat: number, halfLon: number][] = [
  [36.5, 115.5, 4, 5],
  [32, 118.5, 3, 4],
  [30.3, 104.8, 2, 2.5],
  [34.5, 109, 1.5, 4],
  [27, 81, 4, 9],
]

export function visibilityOf(air: {
  humidityPercent: number
  windSpeedMps: number
  rain: number
  snowShare: number
  aridity: number
  winter: number
  spring: number
  place: Place
  sun: number
  fogginess: number
  smoke: number
}): { visibilityM: number; obscuration: Obscuration } {
  const clear = 26_000
  let visibilityM = clear
  let obscuration: Obscuration = null
  const limit = (meters: number, by: Obscuration) => {
    if (meters >= visibilityM) return
    visibilityM = meters
    obscuration = by
  }

  const dirty = air.place.smog * (0.35 + 0.65 * air.winter) + 0.12 * air.place.landShare
  const blownAway = Math.exp(-air.windSpeedMps / 7)
  limit(22_000 / (1 + 5.5 * dirty * (1 + air.smoke) * blownAway * ramp(30, 85, air.humidityPercent)), 'haze')

  const damp = ramp(88, 100, air.humidityPercent)
  const foggyCountry = 0.35 + 0.65 * ramp(20, 27, Math.abs(air.place.lat))
  const calm = 1 - ramp(1.5, 4, air.windSpeedMps)
  const fog = foggyCountry * damp ** 2 * calm * ramp(0.28, 0.75, air.fogginess) * (1 - 0.7 * ramp(0.1, 0.5, air.sun))
  limit(
    17_000 * Math.exp(-1.1 * damp * (0.6 + 0.5 * Math.max(0, air.fogginess)) - 4.8 * fog),
    fog > 0.4 ? 'fog' : 'mist',
  )

  const lifted = air.aridity * (0.35 + 0.65 * air.spring) * (1 - ramp(0.1, 0.8, air.rain))
  if (lifted > 0.2) limit(16_000 * Math.exp(-lifted * 0.85 * Math.max(0, air.windSpeedMps - 5.5)), 'dust')

  if (air.rain > 0.05) {
    limit(15_000 / (1 + 0.26 * air.rain) ** 1.05, 'precipitation')
    if (air.snowShare > 0.4) limit(7_500 / (1 + 2.6 * air.rain), 'precipitation')
  }
  return { visibilityM: Math.max(50, visibilityM), obscuration: visibilityM < 10_000 ? obscuration : null }
}

/** How dirty the air of a place can become, 0 to 1. */
export function smogAt(lat: number, lon: number): number {
  let smog = 0
  for (const [midLat, midLon, halfLat, halfLon] of SMOG_BASINS) {
    smog = Math.max(smog, Math.exp(-(((lat - midLat) / halfLat) ** 2) - ((lon - midLon) / halfLon) ** 2))
  }
  return smog
}
