import { heldOrMade } from '../util/held-or-made.ts'
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
 * The strikes of a square of some four kilometres, with the motion of its region. Counts are damped by the square root, so
 * that bursts, and networks that detect more, weigh less.
 */
export interface Drift {
  lat: number
  lon: number
  fresh: number
  lasting: number
  /** Strikes of the last 5 minutes, and those 20 to 30 minutes old. */
  recent: number
  old: number
  /** Of the latest strike. */
  ageMin: number
  /** In km/h; 0 where no motion is known. */
  east: number
  north: number
  errorKmh: number
}

/** The drifts of the last minutes; yields between steps of some milliseconds. */
export function* driftsInSteps(bins: StrikeBins, field: MotionField, nowMs: number): Generator<undefined, Drift[]> {
  const drifts = new Map<number, Drift>()
  bins.visit(nowMs, KEPT_MIN, (n, lat, lon, ageMin, square) => {
    const count = Math.sqrt(n)
    const lasting = count * Math.exp(-ageMin / LASTING_MIN)
    const drift = heldOrMade(drifts, square, () => ({
      lat,
      lon,
      fresh: 0,
      lasting: 0,
      recent: 0,
      old: 0,
      ageMin,
      east: 0,
      north: 0,
      errorKmh: UNKNOWN_ERROR_KMH,
    }))
    drift.fresh += count * Math.exp(-ageMin / FRESH_MIN)
    drift.lasting += lasting
    drift.lat += ((lat - drift.lat) * lasting) / drift.lasting
    drift.lon += ((lon - drift.lon) * lasting) / drift.lasting
    if (ageMin < RECENT_MIN) drift.recent += n
    if (ageMin >= OLD_MIN) drift.old += n
    drift.ageMin = Math.min(drift.ageMin, ageMin)
  })
  let looked = 0
  for (const drift of drifts.values()) {
    if (looked++ % SQUARES_PER_STEP === 0) yield
    drift.recent = Math.sqrt(drift.recent)
    drift.old = Math.sqrt(drift.old)
    const velocity = field.at(drift.lat, drift.lon)
    if (!velocity) continue
    drift.east = velocity.east
    drift.north = velocity.north
    drift.errorKmh = velocity.error
  }
  return [...drifts.values()]
}

/**
 * Drifts as rows of `DRIFT_SIZE` numbers in the order of the fields of `Drift`, then the speed in km/h: reading rows is several times faster than
 * reading objects. `coarse` has the sums over squares of about 13 km, `fine` the drifts of one such square after the other.
 */
export interface PackedDrifts {
  fine: Float64Array
  coarse: Float64Array
  /** By row of `coarse`: where its drifts end in `fine`. */
  fineEnds: Uint32Array
}
export const DRIFT_SIZE = 11
const COARSE_DEG = 0.12
/** No drift is farther than this from the mean position of its coarse square. */
export const COARSE_SPREAD_KM = 20

export function packDrifts(drifts: readonly Drift[]): PackedDrifts {
  const together = new Map<number, Drift[]>()
  for (const drift of drifts) heldOrMade(together, squareOf(drift.lat, drift.lon, COARSE_DEG), () => []).push(drift)
  const groups = [...together.values()]
  const sums = groups.map(([first, ...others]) => {
    const sum = { ...first! }
    for (const drift of others) addDrift(sum, drift)
    return sum
  })
  let end = 0
  const fineEnds = Uint32Array.from(groups, ({ length }) => {
    end += length * DRIFT_SIZE
    return end
  })
  return { fine: packed(groups.flat()), coarse: packed(sums), fineEnds }
}

/** Position and motion become the means, weighted by `lasting`. */
function addDrift(sum: Drift, { lat, lon, fresh, lasting, ageMin, east, north, errorKmh }: Drift): void {
  sum.fresh += fresh
  sum.ageMin = Math.min(sum.ageMin, ageMin)
  sum.lasting += lasting
  const share = lasting / sum.lasting
  sum.lat += (lat - sum.lat) * share
  sum.lon += (lon - sum.lon) * share
  sum.east += (east - sum.east) * share
  sum.north += (north - sum.north) * share
  sum.errorKmh += (errorKmh - sum.errorKmh) * share
}

function packed(drifts: readonly Drift[]): Float64Array {
  const rows = new Float64Array(drifts.length * DRIFT_SIZE)
  drifts.forEach(({ lat, lon, fresh, lasting, recent, old, ageMin, east, north, errorKmh }, i) => {
    const at = i * DRIFT_SIZE
    rows[at] = lat
    rows[at + 1] = lon
    rows[at + 2] = fresh
    rows[at + 3] = lasting
    rows[at + 4] = recent
    rows[at + 5] = old
    rows[at + 6] = ageMin
    rows[at + 7] = east
    rows[at + 8] = north
    rows[at + 9] = errorKmh
    rows[at + 10] = Math.sqrt(east * east + north * north)
  })
  return rows
}
