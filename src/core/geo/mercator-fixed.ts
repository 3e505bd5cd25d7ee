import { mercatorX, mercatorY } from './geo.ts'

/**
 * Web Mercator positions as 32-bit fixed point: a unit is 9.3 mm at the equator, where a float32 is off by metres.
 * Differences of x wrap at the antimeridian by integer overflow.
 */
export const FIXED_WORLD = 2 ** 32

/** 0 at -180°, growing eastward; +180° is the same meridian and so 0 again. */
export function fixedX(lon: number): number {
  return Math.round(mercatorX(lon) * FIXED_WORLD) >>> 0
}

/** 0 at the northern edge of the projection. */
export function fixedY(lat: number): number {
  return Math.max(0, Math.min(FIXED_WORLD - 1, Math.round(mercatorY(lat) * FIXED_WORLD)))
}

export function lonOfFixed(x: number): number {
  return (x / FIXED_WORLD) * 360 - 180
}

export function latOfFixed(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / FIXED_WORLD))) * 180) / Math.PI
}
