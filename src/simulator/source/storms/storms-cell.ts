import { KM_PER_DEG, RAD, wrapLon } from '../../../core/geo/geo.ts'
import type { StormCell, StormField } from './storm-field.ts'

/** A cell with the properties of its lightning. */
export interface LiveCell extends StormCell {
  /** Share of positive strokes, of those whose polarity is known. */
  positiveShare: number
  /** Few stations around it. */
  sparse: boolean
}

export interface LiveStormField extends StormField {
  cellsAt(ms: number): LiveCell[]
}

// Growth is faster than decay: the peak lies at 40 % of the life.
const PEAK_SKEW = Math.log(0.5) / Math.log(0.4)

/**
 * Rate of a cell at `x` of its life (0 to 1), 1 at its peak: seven tenths of the strokes occur in three tenths of the
 * time.
 */
export function lifeShape(x: number): number {
  if (x <= 0 || x >= 1) return 0
  return Math.sin(Math.PI * x ** PEAK_SKEW) ** 4
}

export const LIFE_SHAPE_MEAN = meanOf(lifeShape)

function meanOf(shape: (x: number) => number): number {
  const steps = 1_000
  let sum = 0
  for (let i = 0; i < steps; i++) sum += shape((i + 0.5) / steps)
  return sum / steps
}

/** Degrees of latitude and longitude of `km` towards `bearing` near `lat`: accurate enough for a storm's size. */
export function degreesFor(lat: number, bearing: number, km: number): { dLat: number; dLon: number } {
  const alongParallel = Math.max(0.01, Math.cos(lat * RAD))
  return {
    dLat: (km * Math.cos(bearing * RAD)) / KM_PER_DEG,
    dLon: (km * Math.sin(bearing * RAD)) / (KM_PER_DEG * alongParallel),
  }
}

/** The place `km` from (`lat`, `lon`) towards `bearing`, on a plane. */
export function offset(lat: number, lon: number, bearing: number, km: number): { lat: number; lon: number } {
  const { dLat, dLon } = degreesFor(lat, bearing, km)
  return { lat: Math.max(-90, Math.min(90, lat + dLat)), lon: wrapLon(lon + dLon) }
}
