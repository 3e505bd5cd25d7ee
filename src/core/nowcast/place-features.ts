import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import { KM_PER_DEG, RAD } from '../geo/geo.ts'
import type { PlaceShape } from '../places/place.ts'
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
/** How often within a horizon it is asked where a clump is. */
const LOOKS = [3, 3, 4, 6]
/** Strikes farther away than this can't come within an hour. */
export const REACH_KM = 150
/** All of them: how many hours from now, those of one horizon after those of the other. */
const LOOK_HOURS = Float64Array.from(
  HORIZONS_MIN.flatMap((minutes, h) =>
    Array.from({ length: LOOKS[h]! }, (_, look) => ((look + 0.5) / LOOKS[h]!) * (minutes / 60)),
  ),
)
const LOOK_COUNT = LOOK_HOURS.length
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
  const seen: SeenPlace = { shape, widestKm: Math.max(...ringsKm), far: 0, x: 0, y: 0 }
  const { lat, lon } = shape.middle
  let fresh = 0
  let lasting = 0
  let isAny = false
  let nearest = DISTANCE_MAX_KM
  const cos = Math.cos(lat * RAD)
  const sin = Math.sin(lat * RAD)
  const reach = REACH_KM + shape.reachKm
  const reach2 = reach * reach
  for (const packed of drifts) {
    for (let at = 0; at < packed.length; at += DRIFT_SIZE) {
      // Where the place is, as seen from the clump.
      const y = (lat - packed[at]!) * KM_PER_DEG
      if (y * y > reach2) continue
      const lonDeg = lon - packed[at + 1]!
      const turns = lonDeg > 180 ? 360 : lonDeg < -180 ? -360 : 0
      // The cosine of the latitude halfway, by its tangent.
      const x = (lonDeg - turns) * KM_PER_DEG * (cos + (sin * RAD * (lat - packed[at]!)) / 2)
      if (x * x + y * y > reach2) continue
      const far = shape.distanceKm(-x, -y)
      if (far > REACH_KM) continue
      isAny = true
      if (far < nearest) nearest = far
      if (far < TREND_KM) {
        fresh += packed[at + 2]!
        lasting += packed[at + 3]!
      }
      seen.far = far
      seen.x = x
      seen.y = y
      addDrift(rings, seen, packed, at)
    }
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
  widestKm: number
  far: number
  x: number
  y: number
}

/** Adds the clump that is packed from `at` on to what is expected of each ring. */
function addDrift(
  rings: readonly RingSums[],
  { shape, widestKm, far, x, y }: SeenPlace,
  packed: PackedDrifts,
  at: number,
): void {
  const driftFresh = packed[at + 2]!
  const driftLasting = packed[at + 3]!
  const ageMin = packed[at + 4]!
  const east = packed[at + 5]!
  const north = packed[at + 6]!
  const speed = packed[at + 7]!
  for (let r = 0; r < rings.length; r++) {
    const ring = rings[r]!
    if (far <= ring.km) {
      ring.struck += driftFresh
      if (ageMin < ring.quietMin) ring.quietMin = ageMin
    }
    ring.staying += driftLasting * shareWithin(ring.km - far, STAYING_PER_KM)
  }
  const over = far - widestKm - speed
  const { kms, sharp, blurred } = expected
  const count = rings.length
  for (let look = 0; look < LOOK_COUNT; look++) {
    const hours = LOOK_HOURS[look]!
    const beyond = BLURRED_ENDS_KM[look]!
    if (over + speed * (1 - hours) > beyond) continue
    const off = shape.distanceKm(east * hours - x, north * hours - y)
    const blurredPerKm = BLURRED_PER_KM[look]!
    // Of what went elsewhere no ring has a share.
    if ((widestKm - off) * blurredPerKm < -TABLE_END) continue
    const isSharp = off - widestKm <= SHARP_ENDS_KM[look]!
    const sharpPerKm = SHARP_PER_KM[look]!
    const gone = far - speed * hours - beyond
    for (let r = 0, to = look * count; r < count; r++, to++) {
      const km = kms[r]!
      if (gone > km) continue
      if (isSharp) sharp[to]! += driftFresh * shareWithin(km - off, sharpPerKm)
      blurred[to]! += driftLasting * shareWithin(km - off, blurredPerKm)
    }
  }
  if (ageMin >= PASS_AGE_MIN || over > 6 * PASS_FADES_KM) return
  for (let h = 0; h < HORIZONS_MIN.length; h++) {
    const hours = HORIZONS_MIN[h]! / 60
    const when = speed === 0 ? 0 : Math.max(0, Math.min(hours, (x * east + y * north) / (speed * speed)))
    const pass = shape.distanceKm(east * when - x, north * when - y)
    for (const ring of rings) {
      if (far - ring.km - speed <= 6 * PASS_FADES_KM) ring.passes[h] = Math.min(ring.passes[h]!, pass - ring.km)
    }
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
  let look = 0
  for (let h = 0; h < HORIZONS_MIN.length; h++) {
    const minutes = HORIZONS_MIN[h]!
    const at = from + h * FEATURE_COUNT
    let sharpSum = 0
    let blurredSum = 0
    for (let i = 0; i < LOOKS[h]!; i++, look++) {
      const of = look * kms.length + ring
      sharpSum += (sharpHolds[look]! * sharp[of]!) / LOOKS[h]!
      blurredSum += (blurredHolds[look]! * blurred[of]!) / LOOKS[h]!
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
