/** What an operator may say of the feed, km: within about so much of the truth its strikes are located. */
export const LOCATION_ERROR_RANGE_KM = [0.1, 10] as const

/**
 * How a ring is read where strikes are located to so many km, 0 where that is not known: a strike within the first distance is inside,
 * beyond the second it is not, and between the two it may be. What may be inside counts as inside.
 */
export function ringReach(km: number, errorKm: number): { surelyKm: number; perhapsKm: number } {
  return { surelyKm: Math.max(0, km - errorKm), perhapsKm: km + errorKm }
}
