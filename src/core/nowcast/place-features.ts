import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import { KM_PER_DEG, RAD } from '../geo/geo.ts'
import type { PlaceShape } from '../places/place-shape.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { DRIFT_SIZE, FRESH_MIN, LASTING_MIN, type PackedDrifts } from './drifts.ts'
import { logistic } from './logistic.ts'

/** What a probability is computed from, for each horizon: see `FEATURES`. */
export const FEATURES = [
  'expected, sharp',
  'expected, blurred',
  'expected where it is',
  'nearest pass',
  'struck',
  'trend',
  'quiet',
  'distance',
  'expected, sharp, squared',
  'expected, blurred, squared',
  'expected, sharp × blurred',
  'struck × quiet',
  'distance, squared',
] as const
export const FEATURE_COUNT = FEATURES.length
/** The first of them; the others are their squares and products. */
export const BASE_COUNT = 8

/** How blurred a clump of strikes is at once, in km, and by how much more after an hour on its way. */
const SHARP = { km: 3, kmPerHour: 10 }
const BLURRED = { km: 12, kmPerHour: 25 }
const STAYING_KM = 8
/** How soft the ring's edge is for a blur, in its widths. */
const EDGE_SHARE = 0.6
/** Farther away than this, in widths of the blur, nothing counts. */
const REACH_SIGMAS = 3
/** Strikes farther away than this can't come within an hour. */
export const REACH_KM = 150
/** When it is asked where a clump is: in the middle of each of these spans of minutes from now. Each horizon has the first so many. */
const SPANS_MIN = [5, 5, 5, 7.5, 7.5, 10, 10, 10]
const SPAN_COUNTS = [2, 3, 5, 8]
const LOOK_COUNT = SPANS_MIN.length
const LOOK_HOURS = Float64Array.from(SPANS_MIN, (minutes, look) => {
  return (SPANS_MIN.slice(0, look).reduce((sum, each) => sum + each, 0) + minutes / 2) / 60
})
/** Where the logistic function is taken to end. */
const TABLE_END = 8
/** How wide the blurs are at each look. */
const SHARP_KM = LOOK_HOURS.map((hours) => SHARP.km + SHARP.kmPerHour * hours)
const BLURRED_KM = LOOK_HOURS.map((hours) => BLURRED.km + BLURRED.kmPerHour * hours)
/** How soft a ring's edge is for them, as a factor. */
const SHARP_PER_KM = SHARP_KM.map((sigmaKm) => 1 / (EDGE_SHARE * sigmaKm))
const BLURRED_PER_KM = BLURRED_KM.map((sigmaKm) => 1 / (EDGE_SHARE * sigmaKm))
const STAYING_PER_KM = 1 / (EDGE_SHARE * STAYING_KM)
/** How far from a ring clumps no longer count at each look. */
const SHARP_ENDS_KM = SHARP_KM.map((sigmaKm) => TABLE_END * EDGE_SHARE * sigmaKm)
const BLURRED_ENDS_KM = BLURRED_KM.map((sigmaKm) => REACH_SIGMAS * sigmaKm)
const PASS_AGE_MIN = 12
const PASS_FADES_KM = 8
const PASS_ENDS_KM = 6 * PASS_FADES_KM
/** A clump that stays farther from every ring than this counts only as one of many. */
const FINE_ENDS_KM = Math.max(PASS_ENDS_KM, SHARP_ENDS_KM[LOOK_COUNT - 1]!)
const TREND_KM = 50
/** A ring in which nothing struck within what is known counts as quiet for so long; farther lightning counts as so far. */
const QUIET_MAX_MIN = 25
const DISTANCE_MAX_KM = 80
const DISTANCE_UNIT_KM = 20
/** Added to what is expected, so that nothing at all has a logarithm too. */
const LEAST_EXPECTED = 0.003
const LEAST_RATE = 0.02

/**
 * The features of rings around a place into `features`: ring by ring those of each horizon one after the other; false where
 * nothing struck within reach.
 */
export function placeFeatures(
  shape: PlaceShape,
  ringsKm: readonly number[],
  drifts: readonly PackedDrifts[],
  features: Float64Array,
): boolean {
  const rings = ringsKm.map(emptySums)
  expected.empty(ringsKm)
  const { lat } = shape.middle
  const seen: SeenPlace = {
    ...{ shape, isPoint: shape.reachKm === 0, cos: Math.cos(lat * RAD), sin: Math.sin(lat * RAD) },
    ...{ widestKm: Math.max(...ringsKm), far: 0, x: 0, y: 0 },
  }
  let fresh = 0
  let lasting = 0
  let isAny = false
  let nearest = DISTANCE_MAX_KM
  for (const { fine, coarse } of drifts) {
    for (let at = 0; at < fine.length; at += DRIFT_SIZE) {
      if (!isSeen(seen, fine, at)) continue
      isAny = true
      const { far } = seen
      if (far < nearest) nearest = far
      if (far < TREND_KM) {
        fresh += fine[at + 2]!
        lasting += fine[at + 3]!
      }
      if (far - seen.widestKm - fine[at + 7]! <= FINE_ENDS_KM) addFine(rings, seen, fine, at)
    }
    for (let at = 0; at < coarse.length; at += DRIFT_SIZE)
      if (isSeen(seen, coarse, at)) addCoarse(rings, seen, coarse, at)
  }
  if (!isAny) return false
  const trend = Math.log((fresh / FRESH_MIN + LEAST_RATE) / (lasting / LASTING_MIN + LEAST_RATE))
  rings.forEach((ring, r) => {
    write(ring, r, { trend, nearest }, features)
  })
  return true
}

/** Where a place is, as seen from a clump: so far east and north, so far from its edge. */
interface SeenPlace {
  shape: PlaceShape
  isPoint: boolean
  /** Of its latitude. */
  cos: number
  sin: number
  widestKm: number
  far: number
  x: number
  y: number
}

/** Sees the place from the clump that is packed from `at` on; false where that is out of reach. */
function isSeen(seen: SeenPlace, packed: Float64Array, at: number): boolean {
  const { lat, lon } = seen.shape.middle
  const reach = REACH_KM + seen.shape.reachKm
  const y = (lat - packed[at]!) * KM_PER_DEG
  if (y > reach || y < -reach) return false
  const lonDeg = lon - packed[at + 1]!
  const turns = lonDeg > 180 ? 360 : lonDeg < -180 ? -360 : 0
  // The cosine of the latitude halfway, by its tangent.
  const x = (lonDeg - turns) * KM_PER_DEG * (seen.cos + (seen.sin * RAD * (lat - packed[at]!)) / 2)
  const far2 = x * x + y * y
  if (far2 > reach * reach) return false
  const far = seen.isPoint ? Math.sqrt(far2) : seen.shape.distanceKm(-x, -y)
  if (far > REACH_KM) return false
  seen.far = far
  seen.x = x
  seen.y = y
  return true
}

/** How far the place is from where a clump is after so many kilometres east and north. */
function offFrom({ shape, isPoint, x, y }: SeenPlace, east: number, north: number): number {
  const dx = east - x
  const dy = north - y
  return isPoint ? Math.sqrt(dx * dx + dy * dy) : shape.distanceKm(dx, dy)
}

/** Adds the clump that is packed from `at` on to what struck, and to what is expected of it within a small distance. */
function addFine(rings: readonly RingSums[], seen: SeenPlace, fine: Float64Array, at: number): void {
  const { widestKm, far, x, y } = seen
  const fresh = fine[at + 2]!
  const ageMin = fine[at + 4]!
  const east = fine[at + 5]!
  const north = fine[at + 6]!
  const speed = fine[at + 7]!
  if (far <= widestKm) {
    for (const ring of rings) {
      if (far > ring.km) continue
      ring.struck += fresh
      if (ageMin < ring.quietMin) ring.quietMin = ageMin
    }
  }
  const { kms, sharp } = expected
  const count = rings.length
  for (let look = 0; look < LOOK_COUNT; look++) {
    const hours = LOOK_HOURS[look]!
    const ends = widestKm + SHARP_ENDS_KM[look]!
    if (far - speed * hours > ends) continue
    const off = offFrom(seen, east * hours, north * hours)
    if (off > ends) continue
    const perKm = SHARP_PER_KM[look]!
    for (let r = 0, to = look * count; r < count; r++, to++) sharp[to]! += fresh * shareWithin(kms[r]! - off, perKm)
  }
  const over = far - speed - widestKm
  if (ageMin >= PASS_AGE_MIN || over > PASS_ENDS_KM) return
  for (let h = 0; h < HORIZONS_MIN.length; h++) {
    const hours = HORIZONS_MIN[h]! / 60
    const when = speed === 0 ? 0 : Math.max(0, Math.min(hours, (x * east + y * north) / (speed * speed)))
    const pass = offFrom(seen, east * when, north * when)
    for (const ring of rings) {
      const past = pass - ring.km
      if (past < ring.passes[h]! && far - speed - ring.km <= PASS_ENDS_KM) ring.passes[h] = past
    }
  }
}

/** Adds several clumps together to what is expected of them within a larger distance, on their way and where they are. */
function addCoarse(rings: readonly RingSums[], seen: SeenPlace, coarse: Float64Array, at: number): void {
  const { widestKm, far } = seen
  const lasting = coarse[at + 3]!
  const east = coarse[at + 5]!
  const north = coarse[at + 6]!
  const speed = coarse[at + 7]!
  const { kms, blurred } = expected
  const count = rings.length
  for (const ring of rings) ring.staying += lasting * shareWithin(ring.km - far, STAYING_PER_KM)
  if (far - speed - widestKm > BLURRED_ENDS_KM[LOOK_COUNT - 1]!) return
  for (let look = 0; look < LOOK_COUNT; look++) {
    const hours = LOOK_HOURS[look]!
    if (far - speed * hours - widestKm > BLURRED_ENDS_KM[look]!) continue
    const off = offFrom(seen, east * hours, north * hours)
    const perKm = BLURRED_PER_KM[look]!
    // Of what went elsewhere no ring has a share.
    if ((widestKm - off) * perKm < -TABLE_END) continue
    for (let r = 0, to = look * count; r < count; r++, to++) blurred[to]! += lasting * shareWithin(kms[r]! - off, perKm)
  }
}

/** What is summed up of the clumps around a ring, by horizons. */
interface RingSums {
  km: number
  /** How much of each blur the ring can hold. */
  sharpHolds: Float64Array
  blurredHolds: Float64Array
  stayingHolds: number
  passes: Float64Array
  staying: number
  struck: number
  /** How long ago the latest strike in it was. */
  quietMin: number
}

/** Those of a radius, emptied: few radii are in use, and they are asked for again and again. */
function emptySums(km: number): RingSums {
  const sums = heldOrMade(SUMS, km, () => ({
    km,
    sharpHolds: SHARP_KM.map((sigmaKm) => holdsOf(km, sigmaKm)),
    blurredHolds: BLURRED_KM.map((sigmaKm) => holdsOf(km, sigmaKm)),
    stayingHolds: holdsOf(km, STAYING_KM),
    passes: new Float64Array(HORIZONS_MIN.length),
    staying: 0,
    struck: 0,
    quietMin: 0,
  }))
  sums.passes.fill(Number.POSITIVE_INFINITY)
  sums.staying = 0
  sums.struck = 0
  sums.quietMin = QUIET_MAX_MIN
  return sums
}

/** What is expected of the rings that are asked for, as if each could hold all of a blur: for each look that of ring after ring. */
const expected = {
  kms: new Float64Array(0),
  sharp: new Float64Array(0),
  blurred: new Float64Array(0),
  empty(ringsKm: readonly number[]): void {
    if (this.kms.length !== ringsKm.length) {
      this.kms = new Float64Array(ringsKm.length)
      this.sharp = new Float64Array(ringsKm.length * LOOK_COUNT)
      this.blurred = new Float64Array(ringsKm.length * LOOK_COUNT)
    }
    this.kms.set(ringsKm)
    this.sharp.fill(0)
    this.blurred.fill(0)
  },
}

function write(
  { sharpHolds, blurredHolds, stayingHolds, passes, staying, struck, quietMin }: RingSums,
  ring: number,
  { trend, nearest }: { trend: number; nearest: number },
  to: Float64Array,
): void {
  const { kms, sharp, blurred } = expected
  const from = ring * HORIZONS_MIN.length * FEATURE_COUNT
  for (let h = 0; h < HORIZONS_MIN.length; h++) {
    const minutes = HORIZONS_MIN[h]!
    const at = from + h * FEATURE_COUNT
    let sharpSum = 0
    let blurredSum = 0
    for (let look = 0; look < SPAN_COUNTS[h]!; look++) {
      const of = look * kms.length + ring
      const share = SPANS_MIN[look]! / minutes
      sharpSum += sharpHolds[look]! * sharp[of]! * share
      blurredSum += blurredHolds[look]! * blurred[of]! * share
    }
    to[at] = Math.log((sharpSum * minutes) / FRESH_MIN + LEAST_EXPECTED)
    to[at + 1] = Math.log((blurredSum * minutes) / LASTING_MIN + LEAST_EXPECTED)
    to[at + 2] = Math.log((stayingHolds * staying * minutes) / LASTING_MIN + LEAST_EXPECTED)
    to[at + 3] = Math.exp(-Math.max(0, passes[h]!) / PASS_FADES_KM)
    to[at + 4] = Math.log1p(struck)
    to[at + 5] = trend
    to[at + 6] = Math.log1p(quietMin)
    to[at + 7] = nearest / DISTANCE_UNIT_KM
    deriveFeatures(to, at)
  }
}

/** The features that follow from the base ones, which begin at `at`. */
export function deriveFeatures(features: Float64Array, at: number): void {
  const sharp = features[at]!
  const blurred = features[at + 1]!
  const distance = features[at + 7]!
  features[at + 8] = sharp * sharp
  features[at + 9] = blurred * blurred
  features[at + 10] = sharp * blurred
  features[at + 11] = features[at + 4]! * features[at + 6]!
  features[at + 12] = distance * distance
}

/** A ring of so many widths of a blur holds nearly all of it. */
const WIDE = 3
/** By the ring's radius. */
const SUMS = new Map<number, RingSums>()

/** A blur wider than a ring holds more than the ring does: so much of it the ring can hold. */
function holdsOf(ringKm: number, sigmaKm: number): number {
  const width = ringKm / sigmaKm
  return width > WIDE ? 1 : 1 - Math.exp((-width * width) / 2)
}

const TABLE_PER_ONE = 64
/** The logistic function from -8 to 8: it is asked for millions of times a minute. */
const TABLE = Float64Array.from({ length: 2 * TABLE_END * TABLE_PER_ONE + 2 }, (_, i) =>
  logistic(i / TABLE_PER_ONE - TABLE_END),
)
const MOST = logistic(TABLE_END)

/** How much of a blur around a point is within a large ring whose edge is so far outward of the point. */
function shareWithin(km: number, perKm: number): number {
  const within = km * perKm
  if (within < -TABLE_END) return 0
  if (within >= TABLE_END) return MOST
  const at = (within + TABLE_END) * TABLE_PER_ONE
  const i = at | 0
  const low = TABLE[i]!
  return low + (TABLE[i + 1]! - low) * (at - i)
}
