/** Allowed range of the configured location accuracy, km. */
export const LOCATION_ERROR_RANGE_KM = [0.1, 10] as const

/**
 * Bounds of a ring at a location accuracy, km, 0 if unknown: strikes within the first distance are inside, beyond the
 * second outside, and between them uncertain. Uncertain ones count as inside.
 */
export function ringReach(km: number, errorKm: number): { surelyKm: number; perhapsKm: number } {
  return { surelyKm: Math.max(0, km - errorKm), perhapsKm: km + errorKm }
}
