import { KM_PER_DEG, RAD } from '../geo/geo.ts'
import type { PlaceShape } from '../places/place-shape.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { cellsAround } from './degree-cells.ts'
import {
  AGE,
  COARSE_SPREAD_KM,
  DRIFT_SIZE,
  type DriftIndex,
  EAST,
  ERROR,
  FRESH,
  FRESH_MIN,
  LASTING,
  LASTING_MIN,
  LAT,
  LON,
  NORTH,
  OLD,
  RECENT,
  SPEED,
  UNKNOWN_ERROR_KMH,
} from './drifts.ts'
import { logistic } from './logistic.ts'

/** The ends of the intervals, minutes from now, within which the first strike is forecast. */
export const INTERVAL_ENDS_MIN = [10, 15, 30, 60, 120] as const
const INTERVALS = INTERVAL_ENDS_MIN.length

/** Features of a ring that hold for every interval, then those of an interval; "near" and "edge" mean the ring's edge. */
export const COMMON_FEATURES = [
  'struck in the ring, last 5 min',
  'minutes since the last strike in the ring',
  'km to strikes of the last 10 min',
  'km to strikes of the last 30 min',
  'trend within 50 km',
  'sectors of 45° with strikes within 24 km, last 10 min',
  'error of the motion',
  'speed of the motion',
  'struck up to 4 km from the edge, last 5 min',
  'struck 4 to 8 km from the edge, last 5 min',
  'struck 4 to 8 km from the edge, 20 to 30 min ago',
  'struck in the ring, 20 to 30 min ago',
] as const
export const TIMED_FEATURES = [
  'moved with the field, sharp',
  'moved with the field, blurred',
  'standing, blurred',
] as const
export const DERIVED_FEATURES = [
  'struck × minutes since',
  'km to strikes of the last 10 min, squared',
  'trend × nearness',
  'sharp, squared',
  'blurred, squared',
  'sharp × blurred',
] as const
const COMMON = COMMON_FEATURES.length
const TIMED = TIMED_FEATURES.length
/** Total number of features of a ring for all intervals. */
export const RING_FEATURES = COMMON + TIMED * INTERVALS
/** Number of base features of an interval, and of derived ones. */
export const BASE_COUNT = COMMON + TIMED
export const ROW_COUNT = BASE_COUNT + DERIVED_FEATURES.length

/** Maximum distance of used strikes, and the distance from which only coarse squares are used. */
const REACH_KM = 150
const FINE_REACH_KM = 95
/** When the motion is evaluated: a moment within each interval. */
const LOOK_HOURS = [7.5, 12.5, 25, 50, 75].map((minutes) => minutes / 60)
/** Fine squares for short lead times; coarse ones once the blur is wider than a coarse square. */
const FINE_LOOKS = 3
/** Stationary storms use at most the blur of half an hour. */
const STANDING_LOOKS = 3
/** Softness of a ring's edge, 1/km: the blur grows with time. */
const SHARP_PER_KM = LOOK_HOURS.map((hours) => 1 / (0.6 * (3 + 10 * hours)))
const BLURRED_PER_KM = LOOK_HOURS.map((hours) => 1 / (0.6 * (12 + 25 * hours)))
/** Where the logistic function counts as 0 or 1. */
const TABLE_END = 8
const SHARP_ENDS_KM = SHARP_PER_KM.map((perKm) => TABLE_END / perKm)
const BLURRED_ENDS_KM = BLURRED_PER_KM.map((perKm) => TABLE_END / perKm)
/** Drifts farther than this from every ring at all times are skipped. */
const FINE_HOURS = LOOK_HOURS[FINE_LOOKS - 1]!
const FINE_ENDS_KM = SHARP_ENDS_KM[FINE_LOOKS - 1]!
const COARSE_HOURS = LOOK_HOURS[INTERVALS - 1]!
const COARSE_ENDS_KM = BLURRED_ENDS_KM[INTERVALS - 1]!
const TREND_KM = 50
const TREND_MIN = -2
const TREND_MAX = 1.5
const LEAST_RATE = 0.02
const NEAR_MAX_KM = 60
const NEAR_MIN = 10
const MOTION_MIN = 15
const SECTOR_KM = 24
const BAND_KM = [4, 8] as const
const QUIET_MAX_MIN = 25
const NEARNESS_KM = 8
/** Added before a logarithm. */
const LEAST_EXPECTED = 0.003

/** The features of a ring, and the minutes since the last strike in it (Infinity if unknown). */
export interface RingFeatures {
  readonly values: Float64Array
  readonly struckMin: number
}

/** A ring while the drifts around it are visited. */
type RingSums = ReturnType<typeof newSums>

/** The place as seen from a drift: km east and north, and km to its edge. */
interface SeenPlace {
  shape: PlaceShape
  isPoint: boolean
  cos: number
  sin: number
  far: number
  x: number
  y: number
}

/** Strikes near the place, and the motion of the nearest recent drift, `far` km away. */
interface PlaceSums {
  fresh: number
  lasting: number
  far: number
  speedKmh: number
  errorKmh: number
}

/**
 * The features of rings around a place, in the order of `ringsKm`; null without strikes within reach. The next call
 * overwrites them.
 */
export function placeFeatures(
  shape: PlaceShape,
  ringsKm: readonly number[],
  drifts: DriftIndex,
): readonly RingFeatures[] | null {
  const rings = ringsKm.map(emptySums)
  const widestKm = Math.max(...ringsKm)
  const { lat } = shape.middle
  const cos = Math.cos(lat * RAD)
  const sin = Math.sin(lat * RAD)
  const seen: SeenPlace = { shape, isPoint: shape.reachKm === 0, cos, sin, far: 0, x: 0, y: 0 }
  const far = Number.POSITIVE_INFINITY
  const sums: PlaceSums = { fresh: 0, lasting: 0, far, speedKmh: 0, errorKmh: UNKNOWN_ERROR_KMH }
  let isAny = false
  const { fine, coarse, coarseStarts, fineStarts } = drifts
  for (const cell of cellsAround(shape, REACH_KM)) {
    const end = coarseStarts[cell + 1]!
    for (let i = coarseStarts[cell]!; i < end; i++) {
      const at = i * DRIFT_SIZE
      if (!isSeen(seen, coarse, at, REACH_KM)) continue
      isAny = true
      const { far } = seen
      if (far > FINE_REACH_KM) takeMotion(sums, far, coarse, at)
      addCoarse(rings, widestKm, seen, coarse, at)
      if (far >= FINE_REACH_KM + COARSE_SPREAD_KM) continue
      addFine(rings, widestKm, seen, fine, fineStarts[i]!, fineStarts[i + 1]!, sums)
    }
  }
  if (!isAny) return null
  const { fresh, lasting, errorKmh, speedKmh } = sums
  const growth = Math.log((fresh / FRESH_MIN + LEAST_RATE) / (lasting / LASTING_MIN + LEAST_RATE))
  const trend = Math.max(TREND_MIN, Math.min(TREND_MAX, growth))
  for (const ring of rings) setValues(ring, trend, errorKmh, speedKmh)
  return rings
}

/** Whether no lightning is within reach of any point of a place. */
export function isOutOfReach(place: Pick<PlaceShape, 'middle' | 'reachKm'>, { coarseStarts }: DriftIndex): boolean {
  return cellsAround(place, REACH_KM).every((cell) => coarseStarts[cell] === coarseStarts[cell + 1])
}

function addFine(
  rings: RingSums[],
  widestKm: number,
  seen: SeenPlace,
  fine: Float32Array,
  from: number,
  to: number,
  sums: PlaceSums,
): void {
  for (let at = from; at < to; at += DRIFT_SIZE) {
    if (!isSeen(seen, fine, at, FINE_REACH_KM)) continue
    const { far } = seen
    if (far < TREND_KM) {
      sums.fresh += fine[at + FRESH]!
      sums.lasting += fine[at + LASTING]!
    }
    const speed = fine[at + SPEED]!
    takeMotion(sums, far, fine, at)
    if (far - widestKm < NEAR_MAX_KM) for (const ring of rings) addNear(ring, seen, fine, at)
    if (far - widestKm - FINE_ENDS_KM > speed * FINE_HOURS) continue
    for (let look = 0; look < FINE_LOOKS; look++) addSharp(rings, widestKm, seen, fine, at, look, speed)
  }
}

/** Keeps the motion of a recent drift if it is nearer than all earlier ones. */
function takeMotion(sums: PlaceSums, far: number, drifts: Float32Array, at: number): void {
  if (far >= sums.far || drifts[at + AGE]! >= MOTION_MIN) return
  sums.far = far
  sums.speedKmh = drifts[at + SPEED]!
  sums.errorKmh = drifts[at + ERROR]!
}

/** By radius: few radii are in use, and each recurs at the next place. */
const SUMS = new Map<number, RingSums>()

function emptySums(km: number): RingSums {
  const sums = heldOrMade(SUMS, km, () => newSums(km))
  sums.struck = 0
  sums.struckOld = 0
  sums.struckMin = Number.POSITIVE_INFINITY
  sums.near = NEAR_MAX_KM
  sums.nearOld = NEAR_MAX_KM
  sums.sectors = 0
  sums.band0 = 0
  sums.band1 = 0
  sums.band1Old = 0
  sums.sharp.fill(0)
  sums.blurred.fill(0)
  sums.standing.fill(0)
  return sums
}

function newSums(km: number) {
  return {
    km,
    struck: 0,
    struckOld: 0,
    struckMin: 0,
    near: 0,
    nearOld: 0,
    sectors: 0,
    band0: 0,
    band1: 0,
    band1Old: 0,
    sharp: new Float64Array(INTERVALS),
    blurred: new Float64Array(INTERVALS),
    standing: new Float64Array(STANDING_LOOKS),
    values: new Float64Array(RING_FEATURES),
  }
}

/** Computes the position of the place relative to the drift at `at`; false if out of reach. */
function isSeen(seen: SeenPlace, packed: Float32Array, at: number, reachKm: number): boolean {
  const { lat, lon } = seen.shape.middle
  const reach = reachKm + seen.shape.reachKm
  const y = (lat - packed[at + LAT]!) * KM_PER_DEG
  if (y > reach || y < -reach) return false
  const lonDeg = lon - packed[at + LON]!
  const turns = lonDeg > 180 ? 360 : lonDeg < -180 ? -360 : 0
  // The cosine of the latitude halfway, by its tangent.
  const x = (lonDeg - turns) * KM_PER_DEG * (seen.cos + (seen.sin * RAD * (lat - packed[at + LAT]!)) / 2)
  const far2 = x * x + y * y
  if (far2 > reach * reach) return false
  const far = seen.isPoint ? Math.sqrt(far2) : seen.shape.distanceKm(-x, -y)
  if (far > reachKm) return false
  seen.far = far
  seen.x = x
  seen.y = y
  return true
}

/** Km between a drift displaced by these km east and north, and the place. */
function offFrom({ shape, isPoint, x, y }: SeenPlace, east: number, north: number): number {
  const dx = east - x
  const dy = north - y
  return isPoint ? Math.sqrt(dx * dx + dy * dy) : shape.distanceKm(dx, dy)
}

function addNear(ring: RingSums, { far, x, y }: SeenPlace, fine: Float32Array, at: number): void {
  const off = far - ring.km
  const recent = fine[at + RECENT]!
  const old = fine[at + OLD]!
  const ageMin = fine[at + AGE]!
  if (off < ring.nearOld) ring.nearOld = off
  if (ageMin < NEAR_MIN) {
    if (off < ring.near) ring.near = off
    if (off < SECTOR_KM) ring.sectors |= 1 << octantOf(x, y)
  }
  if (off <= 0) {
    ring.struck += recent
    ring.struckOld += old
    if (ageMin < ring.struckMin) ring.struckMin = ageMin
  } else if (off <= BAND_KM[0]) ring.band0 += recent
  else if (off <= BAND_KM[1]) {
    ring.band1 += recent
    ring.band1Old += old
  }
}

/** Adds the contribution of a drift to each ring at a time step, moved with its region. */
function addSharp(
  rings: readonly RingSums[],
  widestKm: number,
  seen: SeenPlace,
  packed: Float32Array,
  at: number,
  look: number,
  speed: number,
): void {
  const hours = LOOK_HOURS[look]!
  const ends = widestKm + SHARP_ENDS_KM[look]!
  if (seen.far - speed * hours > ends) return
  const off = offFrom(seen, packed[at + EAST]! * hours, packed[at + NORTH]! * hours)
  if (off > ends) return
  for (const ring of rings) ring.sharp[look]! += packed[at + FRESH]! * shareWithin(ring.km - off, SHARP_PER_KM[look]!)
}

function addCoarse(rings: readonly RingSums[], widestKm: number, seen: SeenPlace, coarse: Float32Array, at: number) {
  const lasting = coarse[at + LASTING]!
  const east = coarse[at + EAST]!
  const north = coarse[at + NORTH]!
  const speed = coarse[at + SPEED]!
  if (seen.far - widestKm - COARSE_ENDS_KM > speed * COARSE_HOURS) return
  for (let look = 0; look < INTERVALS; look++) {
    const perKm = BLURRED_PER_KM[look]!
    const ends = widestKm + BLURRED_ENDS_KM[look]!
    if (look < STANDING_LOOKS && seen.far < ends)
      for (const ring of rings) ring.standing[look]! += lasting * shareWithin(ring.km - seen.far, perKm)
    const hours = LOOK_HOURS[look]!
    if (seen.far - speed * hours > ends) continue
    const off = offFrom(seen, east * hours, north * hours)
    if (off > ends) continue
    for (const ring of rings) ring.blurred[look]! += lasting * shareWithin(ring.km - off, perKm)
    if (look >= FINE_LOOKS) addSharp(rings, widestKm, seen, coarse, at, look, speed)
  }
}

function setValues(ring: RingSums, trend: number, errorKmh: number, speedKmh: number): void {
  const { values } = ring
  values[0] = Math.log1p(ring.struck)
  values[1] = Math.log1p(Math.min(QUIET_MAX_MIN, ring.struckMin))
  values[2] = Math.max(-ring.km, ring.near)
  values[3] = Math.max(-ring.km, ring.nearOld)
  values[4] = trend
  values[5] = bitsOf(ring.sectors)
  values[6] = errorKmh
  values[7] = speedKmh
  values[8] = Math.log1p(ring.band0)
  values[9] = Math.log1p(ring.band1)
  values[10] = Math.log1p(ring.band1Old)
  values[11] = Math.log1p(ring.struckOld)
  for (let look = 0; look < INTERVALS; look++) {
    const at = COMMON + look * TIMED
    values[at] = Math.log(ring.sharp[look]! + LEAST_EXPECTED)
    values[at + 1] = Math.log(ring.blurred[look]! + LEAST_EXPECTED)
    values[at + 2] = Math.log(ring.standing[Math.min(look, STANDING_LOOKS - 1)]! + LEAST_EXPECTED)
  }
}

/** Index of the base feature `i` of an interval among the features of a ring. */
export function indexOfBase(interval: number, i: number): number {
  return i < COMMON ? i : i + interval * TIMED
}

/**
 * Writes the row of an interval into `row`: base features clamped to the range of the training data, then the features
 * derived from them.
 */
export function writeRow(
  values: Float64Array,
  interval: number,
  limits: { least: readonly number[]; most: readonly number[] },
  row: Float64Array,
): void {
  for (let i = 0; i < BASE_COUNT; i++) {
    row[i] = Math.max(limits.least[i]!, Math.min(limits.most[i]!, values[indexOfBase(interval, i)]!))
  }
  const near = row[2]!
  const sharp = row[COMMON]!
  const blurred = row[COMMON + 1]!
  row[BASE_COUNT] = row[0]! * row[1]!
  row[BASE_COUNT + 1] = (near * near) / 100
  row[BASE_COUNT + 2] = Math.exp(-Math.max(0, near) / NEARNESS_KM) * row[4]!
  row[BASE_COUNT + 3] = sharp * sharp
  row[BASE_COUNT + 4] = blurred * blurred
  row[BASE_COUNT + 5] = sharp * blurred
}

function bitsOf(mask: number): number {
  let count = 0
  for (let left = mask; left > 0; left >>= 1) count += left & 1
  return count
}

const TABLE_PER_ONE = 64
/** The logistic function from -8 to 8 as a table: it is called millions of times a minute. */
const TABLE = Float64Array.from({ length: 2 * TABLE_END * TABLE_PER_ONE + 2 }, (_, i) =>
  logistic(i / TABLE_PER_ONE - TABLE_END),
)
const MOST = logistic(TABLE_END)

/** The share of a blur inside a ring whose edge is `km` outward of the blur's centre. */
function shareWithin(km: number, perKm: number): number {
  const within = km * perKm
  if (within < -TABLE_END) return 0
  if (within >= TABLE_END) return MOST
  const at = (within + TABLE_END) * TABLE_PER_ONE
  const i = at | 0
  const low = TABLE[i]!
  return low + (TABLE[i + 1]! - low) * (at - i)
}

/** A number for each sector of 45°, 0 to 7, in no order. */
function octantOf(x: number, y: number): number {
  return Number(x > 0) | (Number(y > 0) << 1) | (Number(Math.abs(x) > Math.abs(y)) << 2)
}
