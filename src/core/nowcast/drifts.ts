import { heldOrMade } from '../util/held-or-made.ts'
import { CELLS, cellOf } from './degree-cells.ts'
import type { MotionField } from './motion-field.ts'
import { type StrikeBins, squareOf } from './strike-bins.ts'

/** Older strikes are not used. */
const KEPT_MIN = 30
/** E-folding times of the two weights of a strike: for where it strikes now, and for where it strikes at all. */
export const FRESH_MIN = 6
export const LASTING_MIN = 15
const RECENT_MIN = 5
const OLD_MIN = 20
/** Larger than the error of any motion in the field: the motion is unknown. */
export const UNKNOWN_ERROR_KMH = 60
/** Squares per step whose motion is looked up: an unknown region takes time. */
const SQUARES_PER_STEP = 20

/**
 * The strikes of a square of some four kilometres, with the motion of its region, as a row of numbers: reading rows is
 * several times faster than reading objects. Counts are damped by the square root, so that bursts, and networks that
 * detect more, weigh less.
 */
export const LAT = 0
export const LON = 1
export const FRESH = 2
export const LASTING = 3
/** Strikes of the last 5 minutes, and those 20 to 30 minutes old. */
export const RECENT = 4
export const OLD = 5
/** Age of the latest strike, minutes. */
export const AGE = 6
/** Motion in km/h; 0 where none is known. */
export const EAST = 7
export const NORTH = 8
export const ERROR = 9
export const SPEED = 10
export const DRIFT_SIZE = 11

const MEANS = [LAT, LON, EAST, NORTH, ERROR]
const FIRST_CAPACITY = 256 * DRIFT_SIZE

/** The drifts of the last minutes, one row after the other; yields between steps of some milliseconds. */
export function* driftsInSteps(
  bins: StrikeBins,
  field: MotionField,
  nowMs: number,
): Generator<undefined, Float32Array> {
  const rowOf = new Map<number, number>()
  let rows = new Float32Array(FIRST_CAPACITY)
  let end = 0
  bins.visit(nowMs, KEPT_MIN, (n, lat, lon, ageMin, square) => {
    const count = Math.sqrt(n)
    const lasting = count * Math.exp(-ageMin / LASTING_MIN)
    let at = rowOf.get(square)
    if (at === undefined) {
      if (end === rows.length) rows = twiceAsLong(rows)
      at = end
      end += DRIFT_SIZE
      rowOf.set(square, at)
      rows[at + LAT] = lat
      rows[at + LON] = lon
      rows[at + AGE] = ageMin
      rows[at + ERROR] = UNKNOWN_ERROR_KMH
    }
    rows[at + FRESH]! += count * Math.exp(-ageMin / FRESH_MIN)
    rows[at + LASTING]! += lasting
    const share = lasting / rows[at + LASTING]!
    rows[at + LAT]! += (lat - rows[at + LAT]!) * share
    rows[at + LON]! += (lon - rows[at + LON]!) * share
    if (ageMin < RECENT_MIN) rows[at + RECENT]! += n
    if (ageMin >= OLD_MIN) rows[at + OLD]! += n
    if (ageMin < rows[at + AGE]!) rows[at + AGE] = ageMin
  })
  for (let at = 0; at < end; at += DRIFT_SIZE) {
    if (at % (SQUARES_PER_STEP * DRIFT_SIZE) === 0) yield
    rows[at + RECENT] = Math.sqrt(rows[at + RECENT]!)
    rows[at + OLD] = Math.sqrt(rows[at + OLD]!)
    const velocity = field.at(rows[at + LAT]!, rows[at + LON]!)
    if (!velocity) continue
    rows[at + EAST] = velocity.east
    rows[at + NORTH] = velocity.north
    rows[at + ERROR] = velocity.error
    rows[at + SPEED] = Math.sqrt(velocity.east * velocity.east + velocity.north * velocity.north)
  }
  return rows.subarray(0, end)
}

function twiceAsLong(rows: Float32Array): Float32Array<ArrayBuffer> {
  const longer = new Float32Array(2 * rows.length)
  longer.set(rows)
  return longer
}

/**
 * Drifts by cells of a degree. `coarse` has the sums over squares of about 13 km, those of one cell after the other, and `fine` the drifts
 * of one such square after the other. Lightning all over the Earth fills tens of thousands of cells: arrays of their own would take more
 * memory than their rows.
 */
export interface DriftIndex {
  fine: Float32Array
  coarse: Float32Array
  /** By cell: the number of its first row of `coarse`; the end of the last follows. */
  coarseStarts: Uint32Array
  /** By row of `coarse`: where its drifts begin in `fine`; the end of the last follows. */
  fineStarts: Uint32Array
}
const COARSE_DEG = 0.12
/** No drift is farther than this from the mean position of its coarse square. */
export const COARSE_SPREAD_KM = 20

export function indexDrifts(rows: Float32Array): DriftIndex {
  const { places, starts } = placesByCell(rows)
  const fine = new Float32Array(rows.length)
  const coarseStarts = new Uint32Array(CELLS + 1)
  const fineStarts = [0]
  let end = 0
  for (let cell = 0; cell < CELLS; cell++) {
    if (starts[cell] !== starts[cell + 1]) {
      for (const square of bySquare(rows, places, starts[cell]!, starts[cell + 1]!).values()) {
        for (const at of square) for (let k = 0; k < DRIFT_SIZE; k++) fine[end++] = rows[at + k]!
        fineStarts.push(end)
      }
    }
    coarseStarts[cell + 1] = fineStarts.length - 1
  }
  const coarse = new Float32Array((fineStarts.length - 1) * DRIFT_SIZE)
  for (let i = 1; i < fineStarts.length; i++) {
    sumInto(coarse, (i - 1) * DRIFT_SIZE, fine, fineStarts[i - 1]!, fineStarts[i]!)
  }
  return { fine, coarse, coarseStarts, fineStarts: Uint32Array.from(fineStarts) }
}

/** Where the rows begin, in the order of cells; and by cell, where in that order it begins. */
function placesByCell(rows: Float32Array): { places: Uint32Array; starts: Uint32Array } {
  const cells = Uint32Array.from({ length: rows.length / DRIFT_SIZE }, (_, i) => {
    return cellOf({ lat: rows[i * DRIFT_SIZE + LAT]!, lon: rows[i * DRIFT_SIZE + LON]! })
  })
  const starts = new Uint32Array(CELLS + 1)
  for (const cell of cells) starts[cell + 1]! += 1
  for (let cell = 0; cell < CELLS; cell++) starts[cell + 1]! += starts[cell]!
  const places = new Uint32Array(cells.length)
  const next = starts.slice()
  cells.forEach((cell, i) => {
    places[next[cell]!++] = i * DRIFT_SIZE
  })
  return { places, starts }
}

/** The places `from` to before `to` by coarse square. */
function bySquare(rows: Float32Array, places: Uint32Array, from: number, to: number): Map<number, number[]> {
  const together = new Map<number, number[]>()
  for (let i = from; i < to; i++) {
    const at = places[i]!
    heldOrMade(together, squareOf(rows[at + LAT]!, rows[at + LON]!, COARSE_DEG), () => []).push(at)
  }
  return together
}

/** Sums the rows `from` to before `end`. Position and motion become the means, weighted by `LASTING`. */
function sumInto(coarse: Float32Array, to: number, fine: Float32Array, from: number, end: number): void {
  coarse[to + AGE] = fine[from + AGE]!
  for (let at = from; at < end; at += DRIFT_SIZE) {
    coarse[to + FRESH]! += fine[at + FRESH]!
    coarse[to + LASTING]! += fine[at + LASTING]!
    coarse[to + AGE] = Math.min(coarse[to + AGE]!, fine[at + AGE]!)
    const share = fine[at + LASTING]! / coarse[to + LASTING]!
    for (const mean of MEANS) coarse[to + mean]! += (fine[at + mean]! - coarse[to + mean]!) * share
  }
  coarse[to + SPEED] = Math.sqrt(coarse[to + EAST]! ** 2 + coarse[to + NORTH]! ** 2)
}
