import type { Arrival } from '../../contract/nowcast.ts'
import { KM_PER_DEG, RAD } from '../geo/geo.ts'
import type { PlaceShape } from '../places/place.ts'
import type { StormCell } from '../storms/storm-cells.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { eastKm } from './strike-bins.ts'

/** Nothing is told of what comes later than this. */
const AHEAD_MIN = 120
const STEP_MIN = 1
/** No storm comes from farther away than this in that time. */
const FAR_KM = 400
/** The outline holds nine strokes of ten; a storm is said to be where its edge, so much of that, is. */
const EDGE_SHARE = 0.8

/**
 * When the first of the storms reaches a ring; null where none steadily comes nearer to it. Earliest and latest are those
 * of the motion's error.
 */
export function arrivalOf(
  shape: PlaceShape,
  ringKm: number,
  storms: readonly StormCell[],
  nowMs: number,
): Arrival | null {
  let first: Course | null = null
  for (const storm of storms) {
    const course = courseOf(shape, ringKm, storm)
    if (course && (!first || course.likely < first.likely)) first = course
  }
  if (!first) return null
  const at = (minutes: number) => new Date(nowMs + Math.round(minutes * MINUTE_MS)).toISOString()
  const { earliest, likely, latest, core, passed } = first
  return {
    earliest: at(earliest),
    likely: at(likely),
    latest: at(latest),
    core: core === null ? null : at(core),
    passed: passed === null ? null : at(passed),
  }
}

/** In minutes from now. */
interface Course {
  earliest: number
  likely: number
  latest: number
  core: number | null
  passed: number | null
}

function courseOf(shape: PlaceShape, ringKm: number, storm: StormCell): Course | null {
  const { motion } = storm
  // Most storms are far away, which is cheaper to say than where they go.
  if (Math.abs(storm.lat - shape.middle.lat) * KM_PER_DEG > FAR_KM + shape.reachKm) return null
  const x = eastKm(shape.middle.lat, shape.middle.lon, storm.lat, storm.lon)
  const y = (storm.lat - shape.middle.lat) * KM_PER_DEG
  const isMoving = motion.kind === 'moving'
  const speed = isMoving ? motion.speedKmh / 60 : 0
  const error = isMoving ? motion.errorKmh / 60 : 0
  const widest = ringKm + shape.reachKm + storm.majorKm
  if (Math.hypot(x, y) - widest > (speed + error) * AHEAD_MIN) return null
  const east = isMoving ? Math.sin(motion.headingDeg * RAD) * speed : 0
  const north = isMoving ? Math.cos(motion.headingDeg * RAD) * speed : 0
  /** How far the storm's edge is from the ring after so many minutes; not above 0 while it is in it. */
  const gap = (minutes: number) => {
    const px = x + east * minutes
    const py = y + north * minutes
    return shape.distanceKm(px, py) - ringKm - EDGE_SHARE * radiusTowards(storm, -px, -py)
  }
  if (gap(0) <= 0)
    return { earliest: 0, likely: 0, latest: 0, ...wayThrough(gap, 0, isMoving, shape, x, y, east, north) }
  if (!isMoving) return null
  // Up to then it can't be there.
  const soonest = Math.floor(Math.max(0, Math.hypot(x, y) - widest) / (speed + error))
  // Its middle passes so far from the place's: too far, however wrong the motion is.
  const passing = Math.abs(x * north - y * east) / speed
  if (passing > widest + error * AHEAD_MIN) return null
  let earliest: number | null = null
  let before = gap(soonest)
  for (let minutes = soonest + STEP_MIN; minutes <= AHEAD_MIN; minutes += STEP_MIN) {
    const now = gap(minutes)
    if (earliest === null && now <= error * minutes) earliest = minutes
    if (now <= 0) {
      const likely = minutes - (STEP_MIN * -now) / (before - now)
      const slowest = Math.max(speed - error, speed / 2)
      return {
        earliest: Math.min(likely, earliest ?? likely),
        likely,
        latest: (likely * speed) / slowest,
        ...wayThrough(gap, likely, true, shape, x, y, east, north),
      }
    }
    before = now
  }
  return null
}

/** When the middle of a storm that has reached the ring is nearest, and when its edge has left the ring. */
function wayThrough(
  gap: (minutes: number) => number,
  from: number,
  isMoving: boolean,
  shape: PlaceShape,
  x: number,
  y: number,
  east: number,
  north: number,
): Pick<Course, 'core' | 'passed'> {
  if (!isMoving) return { core: null, passed: null }
  let core = 0
  let nearest = shape.distanceKm(x, y)
  for (let minutes = STEP_MIN; minutes <= AHEAD_MIN; minutes += STEP_MIN) {
    const far = shape.distanceKm(x + east * minutes, y + north * minutes)
    if (far < nearest) {
      nearest = far
      core = minutes
    }
    if (minutes > from && gap(minutes) > 0) return { core, passed: minutes }
  }
  return { core: core < AHEAD_MIN ? core : null, passed: null }
}

/** From a storm's middle to its outline, towards a point so far east and north of the middle. */
function radiusTowards({ majorKm, minorKm, axisDeg }: StormCell, east: number, north: number): number {
  const angle = Math.atan2(east, north) - axisDeg * RAD
  return (majorKm * minorKm) / Math.hypot(minorKm * Math.cos(angle), majorKm * Math.sin(angle))
}
