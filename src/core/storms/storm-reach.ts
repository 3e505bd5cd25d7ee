import type { Storm } from '../../contract/nowcast.ts'
import { KM_PER_DEG, type LatLon, RAD } from '../geo/geo.ts'
import { eastKm } from '../nowcast/strike-bins.ts'
import { courseOf } from './storm-cells.ts'

/** Horizon, minutes. */
export const REACH_MIN = 120
const STEP_MIN = 1
/** Assumed top speed of a storm with unknown motion, in any direction. */
export const UNKNOWN_SPEED_KMH = 60

/**
 * Arrival of a storm at a place, in minutes from the time of the storm; `likely` and `latest` are null if no course
 * leads there.
 */
export interface StormReach {
  earliest: number
  likely: number | null
  latest: number | null
}

/**
 * When a storm may be over a place within two hours; null if it cannot. With a known course its outline moves at that course and speed, give
 * or take the error; without one it may go in any direction at its speed.
 */
export function reachOf(storm: Storm, place: LatLon): StormReach | null {
  const course = courseOf(storm)
  const speed = course ? course.speedKmh / 60 : 0
  const error = errorKmh(storm) / 60
  // A circle of the same area as the outline.
  const radiusKm = Math.sqrt(storm.majorKm * storm.minorKm)
  const north = (place.lat - storm.lat) * KM_PER_DEG
  if (Math.abs(north) > radiusKm + (speed + error) * REACH_MIN) return null
  const east = eastKm(storm.lat, storm.lon, place.lat, place.lon)
  const heading = (course?.headingDeg ?? 0) * RAD
  const gap = (minutes: number) => {
    const gone = speed * minutes
    return Math.hypot(east - Math.sin(heading) * gone, north - Math.cos(heading) * gone) - radiusKm
  }
  let earliest: number | null = null
  for (let minutes = 0; minutes <= REACH_MIN; minutes += STEP_MIN) {
    const km = gap(minutes)
    if (km > error * minutes) continue
    earliest ??= minutes
    if (!course) break
    if (km > 0) continue
    const slowest = Math.max(speed - error, speed / 2)
    return { earliest, likely: minutes, latest: Math.ceil((minutes * speed) / slowest) }
  }
  return earliest === null ? null : { earliest, likely: null, latest: null }
}

/** How much faster or farther aside than its course a storm may be, km/h; without a course how fast it may be at all. */
function errorKmh(storm: Storm): number {
  const { motion } = storm
  if (motion.kind === 'unknown') return UNKNOWN_SPEED_KMH
  if (motion.kind === 'slow') return motion.belowKmh
  return courseOf(storm) ? motion.errorKmh : motion.speedKmh + motion.errorKmh
}
