import { ringReach } from '../airports/location-error.ts'
import type { PlaceShape } from '../places/place-shape.ts'

/** A ring that chances and arrivals are computed for. */
export interface GuardedRing {
  shape: PlaceShape
  ringKm: number
  /** Location error in km: strikes up to this distance beyond the ring count as inside. 0 if absent. */
  errorKm?: number
}

/** How far from the place a strike may be located to count as in the ring, km. */
export function reachOf({ ringKm, errorKm = 0 }: Omit<GuardedRing, 'shape'>): number {
  return ringReach(ringKm, errorKm).perhapsKm
}
