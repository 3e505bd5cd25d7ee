import type { Storm } from '../../contract/nowcast.ts'
import { KM_PER_DEG, RAD } from '../geo/geo.ts'
import type { PlaceShape } from '../places/place-shape.ts'
import { HOUR_MS } from '../time/durations.ts'
import { eastKm } from './strike-bins.ts'

/** A storm whose edge would still be farther from the ring has not arrived. */
const BESIDE_KM = 40

/** The id of the storm nearest to the ring after this time, each moved by its motion; null if none is near. */
export function arrivingStorm(
  storms: readonly Storm[],
  shape: PlaceShape,
  ringKm: number,
  afterMs: number,
): number | null {
  let nearest: number | null = null
  let least = ringKm + BESIDE_KM
  for (const { id, lat, lon, motion, majorKm } of storms) {
    const goneKm = motion.kind === 'moving' ? (motion.speedKmh * afterMs) / HOUR_MS : 0
    const y = (lat - shape.middle.lat) * KM_PER_DEG
    if (Math.abs(y) > least + goneKm + majorKm + shape.reachKm) continue
    const heading = motion.kind === 'moving' ? motion.headingDeg * RAD : 0
    const x = eastKm(shape.middle.lat, shape.middle.lon, lat, lon)
    const km = shape.distanceKm(x + Math.sin(heading) * goneKm, y + Math.cos(heading) * goneKm) - majorKm
    if (km >= least) continue
    least = km
    nearest = id
  }
  return nearest
}
