import type { Arrival, Storm } from '../../contract/nowcast.ts'
import { KM_PER_DEG, RAD } from '../geo/geo.ts'
import type { PlaceShape } from '../places/place-shape.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { eastKm } from './strike-bins.ts'

/** Nothing is told of what comes later than this. */
const AHEAD_MIN = 120
const STEP_MIN = 1
/**
 * The outline holds nine strokes of ten; a storm is said to be where its edge, so much of that, is. On the storms that the
 * weights are fitted on the first strikes in a ring then come neither before nor after the edge, in the median.
 */
const EDGE_SHARE = 0.5
/** Nearly all rings with their places are smaller. */
const WIDE_KM = 100

/** A storm with what is asked of it for each place: its velocity and the error of it, in km a minute. */
interface Comer {
  storm: Storm
  speed: number
  error: number
  east: number
  north: number
  /** The direction of its longer axis. */
  axisEast: number
  axisNorth: number
  /** How far from here its outline may be within the time that is told of. */
  reachKm: number
}

/** An arrival, and the id of the storm that arrives. */
interface StormArrival {
  arrival: Arrival
  stormId: number
}

/** Where a storm is, as seen from the middle of a place, in km. */
interface SeenComer extends Comer {
  x: number
  y: number
}

/**
 * When the first of the storms reaches rings around a place, ring by ring; null where none steadily comes nearer to it.
 * Earliest and latest are those of the motion's error.
 */
export function createArrivals(storms: readonly Storm[], nowMs: number) {
  const comers = storms.map(comerOf)
  const byRow = new Map<number, Comer[]>()
  const whole = new Map<number, string>()
  const written = (minutes: number) => new Date(nowMs + Math.round(minutes * MINUTE_MS)).toISOString()
  // Most are told by the whole minute: of ten thousand places thousands of the same.
  const at = (minutes: number) =>
    Number.isInteger(minutes) ? heldOrMade(whole, minutes, () => written(minutes)) : written(minutes)

  /** All that may be within reach of a place, as far as its latitude tells: other storms are not looked at for each. */
  function comersOf({ middle, reachKm }: PlaceShape, ringKm: number): readonly Comer[] {
    if (reachKm + ringKm > WIDE_KM) return comers
    const row = Math.floor(middle.lat)
    return heldOrMade(byRow, row, () =>
      comers.filter((comer) => {
        return Math.abs(comer.storm.lat - row - 0.5) * KM_PER_DEG <= comer.reachKm + WIDE_KM + KM_PER_DEG
      }),
    )
  }

  return (shape: PlaceShape, ringsKm: readonly number[]): (StormArrival | null)[] => {
    const widestKm = Math.max(...ringsKm)
    const seen = seenFrom(shape, widestKm, comersOf(shape, widestKm))
    return ringsKm.map((ringKm) => {
      let first: Course | null = null
      let stormId = 0
      for (const comer of seen) {
        const course = courseOf(shape, ringKm, comer)
        if (!course || (first && course.likely >= first.likely)) continue
        first = course
        stormId = comer.storm.id
      }
      if (!first) return null
      const { earliest, likely, latest, core, passed } = first
      const arrival = {
        earliest: at(earliest),
        likely: at(likely),
        latest: at(latest),
        core: core === null ? null : at(core),
        passed: passed === null ? null : at(passed),
      }
      return { arrival, stormId }
    })
  }
}

function comerOf(storm: Storm): Comer {
  const { motion, majorKm, axisDeg } = storm
  const isMoving = motion.kind === 'moving'
  const speed = isMoving ? motion.speedKmh / 60 : 0
  const error = isMoving ? motion.errorKmh / 60 : 0
  const heading = isMoving ? motion.headingDeg * RAD : 0
  return {
    ...{ storm, speed, error, east: Math.sin(heading) * speed, north: Math.cos(heading) * speed },
    ...{ axisEast: Math.sin(axisDeg * RAD), axisNorth: Math.cos(axisDeg * RAD) },
    reachKm: majorKm + (speed + error) * AHEAD_MIN,
  }
}

/** Those that may reach a ring at all; most storms are far away. */
function seenFrom({ middle, reachKm }: PlaceShape, ringKm: number, comers: readonly Comer[]): SeenComer[] {
  const seen: SeenComer[] = []
  for (const comer of comers) {
    const within = ringKm + reachKm + comer.reachKm
    const y = (comer.storm.lat - middle.lat) * KM_PER_DEG
    if (Math.abs(y) > within) continue
    const x = eastKm(middle.lat, middle.lon, comer.storm.lat, comer.storm.lon)
    if (x * x + y * y <= within * within) seen.push({ ...comer, x, y })
  }
  return seen
}

/** In minutes from now. */
interface Course {
  earliest: number
  likely: number
  latest: number
  core: number | null
  passed: number | null
}

function courseOf(shape: PlaceShape, ringKm: number, comer: SeenComer): Course | null {
  const { storm, speed, error, east, north, x, y } = comer
  const isMoving = speed > 0
  const widest = ringKm + shape.reachKm + storm.majorKm
  if (Math.hypot(x, y) - widest > (speed + error) * AHEAD_MIN) return null
  /** How far the storm's edge is from the ring after so many minutes; not above 0 while it is in it. */
  const gap = (minutes: number) => {
    const px = x + east * minutes
    const py = y + north * minutes
    return shape.distanceKm(px, py) - ringKm - EDGE_SHARE * radiusTowards(comer, -px, -py)
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
function radiusTowards(
  { storm: { majorKm, minorKm }, axisEast, axisNorth }: Comer,
  east: number,
  north: number,
): number {
  const far2 = east * east + north * north
  if (far2 === 0) return majorKm
  const along = east * axisEast + north * axisNorth
  const along2 = (along * along) / far2
  return (majorKm * minorKm) / Math.sqrt(minorKm * minorKm * along2 + majorKm * majorKm * (1 - along2))
}
