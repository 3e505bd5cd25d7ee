import type { TFunction } from 'i18next'
import type { Airport } from '../../../core/airports/airport.ts'
import { bearingDeg, distanceKm } from '../../../core/geo/geo.ts'
import type { StormCell } from '../../../core/storms/storm-cells.ts'
import { numberText, positionText } from '../../../core/util/format.ts'

export type StormT = TFunction<'storms'>

/** How the desk writes bearings and speeds. */
export interface StormFormat {
  compass(bearing: number): string
  /** A speed of so many km/h with its unit. */
  speed(kmh: number): string
}

/** An airport within this names a place. */
const NEAR_KM = 150

/** What becomes of it, and by how many strokes a minute its rate has changed in five. */
export function trendText({ trend, changePerMin }: StormCell, t: StormT): string {
  if (trend === null || changePerMin === null) return t('trendUnknown')
  const rounded = numberText(Math.abs(changePerMin), Math.abs(changePerMin) < 10 ? 1 : 0)
  return `${t(`trend.${trend}`)} ${changePerMin < 0 ? '−' : '+'}${rounded}`
}

export function rateText({ strokesPerMin }: StormCell, t: StormT): string {
  if (strokesPerMin === null) return t('rateUnknown')
  return t('rate', { rate: numberText(strokesPerMin, strokesPerMin < 10 ? 1 : 0) })
}

export function motionText({ motion }: StormCell, { compass, speed }: StormFormat, t: StormT): string {
  if (motion.kind === 'unknown') return t('motionUnknown')
  if (motion.kind === 'slow') return t('slow', { speed: speed(Math.ceil(motion.belowKmh / 5) * 5) })
  const heading = Math.round(motion.headingDeg) % 360
  return t('moving', {
    compass: compass(motion.headingDeg),
    heading: String(heading).padStart(3, '0'),
    speed: speed(motion.speedKmh),
  })
}

/** `32 km NW of ZSPD`, or where it is on Earth. */
export function placeText(storm: StormCell, airports: readonly Airport[], { compass }: StormFormat, t: StormT): string {
  let nearest: Airport | null = null
  let nearestKm = NEAR_KM
  for (const airport of airports) {
    if (Math.abs(airport.lat - storm.lat) > 1.5) continue
    const km = distanceKm(airport, storm)
    if (km >= nearestKm) continue
    nearest = airport
    nearestKm = km
  }
  if (!nearest) return positionText(storm.lat, storm.lon, 1)
  return t('at', { km: Math.round(nearestKm), compass: compass(bearingDeg(nearest, storm)), airport: nearest.icao })
}
