import { heldOrMade } from '../util/held-or-made.ts'
import type { MotionField } from './motion-field.ts'
import { type StrikeBins, squareOf } from './strike-bins.ts'

/** Strikes older than this say nothing of what comes. */
const KEPT_MIN = 25
/** After these times a strike counts a third: of what it strikes now, and of where it strikes. */
export const FRESH_MIN = 6
export const LASTING_MIN = 15
/** A square that strikes four times as often counts twice: bursts, and what one network sees more of than another, count less. */
const DAMPED = 0.5

/** The strikes of a square of some four kilometres, and how they drift. */
export interface Drift {
  lat: number
  lon: number
  /** How much struck there, counted by how fresh it is. */
  fresh: number
  lasting: number
  /** Of the latest. */
  ageMin: number
  /** In km/h; 0 where no motion is known. */
  east: number
  north: number
  speed: number
}

/** Motion is looked up for so many squares at a time: in a region of which it is not known yet each takes a while. */
const SQUARES_AT_ONCE = 20

/** The strikes of the last minutes by squares, each with the motion of its region; in steps of some milliseconds. */
export function* driftsInSteps(bins: StrikeBins, field: MotionField, nowMs: number): Generator<undefined, Drift[]> {
  const drifts = new Map<number, Drift>()
  bins.visit(nowMs, KEPT_MIN, (n, lat, lon, ageMin, square) => {
    const count = n ** DAMPED
    const lasting = count * Math.exp(-ageMin / LASTING_MIN)
    const drift = heldOrMade(drifts, square, () => ({
      lat,
      lon,
      fresh: 0,
      lasting: 0,
      ageMin,
      east: 0,
      north: 0,
      speed: 0,
    }))
    drift.fresh += count * Math.exp(-ageMin / FRESH_MIN)
    drift.lasting += lasting
    drift.lat += ((lat - drift.lat) * lasting) / drift.lasting
    drift.lon += ((lon - drift.lon) * lasting) / drift.lasting
    drift.ageMin = Math.min(drift.ageMin, ageMin)
  })
  let looked = 0
  for (const drift of drifts.values()) {
    if (looked++ % SQUARES_AT_ONCE === 0) yield
    const velocity = field.at(drift.lat, drift.lon)
    if (!velocity) continue
    const { east, north } = velocity
    Object.assign(drift, { east, north, speed: Math.sqrt(east * east + north * north) })
  }
  return [...drifts.values()]
}

/**
 * Drifts as numbers one after the other, in the order of the fields of `Drift`, each of `DRIFT_SIZE`: a place asks for thousands
 * of them, and in a row they are read several times faster. Again as `coarse` those of larger squares together, for what a few
 * kilometres don't matter to.
 */
export interface PackedDrifts {
  fine: Float64Array
  coarse: Float64Array
}
export const DRIFT_SIZE = 8
const COARSE_DEG = 0.12

export function packDrifts(drifts: readonly Drift[]): PackedDrifts {
  const together = new Map<number, Drift>()
  for (const drift of drifts) {
    const key = squareOf(drift.lat, drift.lon, COARSE_DEG)
    const held = together.get(key)
    if (held) addDrift(held, drift)
    else together.set(key, { ...drift })
  }
  return { fine: packed(drifts), coarse: packed([...together.values()]) }
}

/** Place and motion are the mean by what struck lastingly. */
function addDrift(sum: Drift, { lat, lon, fresh, lasting, ageMin, east, north }: Drift): void {
  sum.fresh += fresh
  sum.lasting += lasting
  const share = lasting / sum.lasting
  sum.lat += (lat - sum.lat) * share
  sum.lon += (lon - sum.lon) * share
  sum.east += (east - sum.east) * share
  sum.north += (north - sum.north) * share
  sum.speed = Math.sqrt(sum.east * sum.east + sum.north * sum.north)
  sum.ageMin = Math.min(sum.ageMin, ageMin)
}

function packed(drifts: readonly Drift[]): Float64Array {
  const numbers = new Float64Array(drifts.length * DRIFT_SIZE)
  drifts.forEach(({ lat, lon, fresh, lasting, ageMin, east, north, speed }, i) => {
    const at = i * DRIFT_SIZE
    numbers[at] = lat
    numbers[at + 1] = lon
    numbers[at + 2] = fresh
    numbers[at + 3] = lasting
    numbers[at + 4] = ageMin
    numbers[at + 5] = east
    numbers[at + 6] = north
    numbers[at + 7] = speed
  })
  return numbers
}
