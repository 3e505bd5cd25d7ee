import type { Storm } from '../../contract/nowcast.ts'
import { KM_PER_DEG, RAD } from '../geo/geo.ts'
import type { PlaceShape } from '../places/place-shape.ts'
import { courseOf } from '../storms/storm-cells.ts'
import { HOUR_MS } from '../time/durations.ts'
import { eastKm } from './strike-bins.ts'

/** Beyond this distance of its edge from the ring a storm has not arrived. */
const BESIDE_KM = 40

/** The storms of which `arrivingStorm` and `nextStorm` may find one within the hour, for rings up to this radius. */
export function stormsInReach(storms: readonly Storm[], { middle, reachKm }: PlaceShape, ringKm: number): Storm[] {
  return storms.filter(({ lat, motion, majorKm }) => {
    const goneKm = motion.kind === 'moving' ? motion.speedKmh : 0
    return Math.abs(lat - middle.lat) * KM_PER_DEG <= ringKm + reachKm + BESIDE_KM + majorKm + goneKm
  })
}

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

/** The next storm to reach a ring that another one strikes, and when, Unix ms. */
export interface NextStorm {
  stormId: number
  atMs: number
}

/**
 * The first of the other storms whose outline, a circle of the same area, reaches the ring within the hour on its
 * present course; null if none does. A storm over the ring counts as in progress.
 */
export function nextStorm(
  storms: readonly Storm[],
  { middle, reachKm }: Pick<PlaceShape, 'middle' | 'reachKm'>,
  ringKm: number,
  { inProgress, nowMs }: { inProgress: number | null; nowMs: number },
): NextStorm | null {
  let next: NextStorm | null = null
  for (const storm of storms) {
    const { id, lat, lon, majorKm, minorKm } = storm
    const course = id === inProgress ? null : courseOf(storm)
    if (!course) continue
    const km = ringKm + reachKm + Math.sqrt(majorKm * minorKm)
    const y = (lat - middle.lat) * KM_PER_DEG
    if (Math.abs(y) > km + course.speedKmh) continue
    const x = eastKm(middle.lat, middle.lon, lat, lon)
    const hours = hoursUntil(x, y, course, km)
    if (hours === null || hours > 1) continue
    const atMs = nowMs + hours * HOUR_MS
    if (!next || atMs < next.atMs) next = { stormId: id, atMs }
  }
  return next
}

/** Time until a point at (x, y) km is within `km` of the origin; null if it already is, or never will be. */
function hoursUntil(
  x: number,
  y: number,
  { headingDeg, speedKmh }: { headingDeg: number; speedKmh: number },
  km: number,
): number | null {
  const towards = -(x * Math.sin(headingDeg * RAD) + y * Math.cos(headingDeg * RAD))
  const away2 = x * x + y * y - km * km
  const aside2 = towards * towards - away2
  return away2 <= 0 || towards <= 0 || aside2 < 0 ? null : (towards - Math.sqrt(aside2)) / speedKmh
}
