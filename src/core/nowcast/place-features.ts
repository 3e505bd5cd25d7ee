import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import { KM_PER_DEG, RAD } from '../geo/geo.ts'
import type { PlaceShape } from '../places/place.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { type Drift, FRESH_MIN, LASTING_MIN } from './drifts.ts'
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
/** How far from a ring clumps no longer count at each look. */
const SHARP_ENDS_KM = LOOK_HOURS.map((hours) => TABLE_END * EDGE_SHARE * (SHARP.km + SHARP.kmPerHour * hours))
const BLURRED_ENDS_KM = LOOK_HOURS.map((hours) => REACH_SIGMAS * (BLURRED.km + BLURRED.kmPerHour * hours))
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
  drifts: readonly Drift[],
  features: Float64Array,
): boolean {
  const rings = ringsKm.map(emptySums)
  const widestKm = Math.max(...ringsKm)
  const { lat, lon } = shape.middle
  let fresh = 0
  let lasting = 0
  let isAny = false
  let nearest = DISTANCE_MAX_KM
  const cos = Math.cos(lat * RAD)
  const sin = Math.sin(lat * RAD)
  const reach2 = (REACH_KM + shape.reachKm) ** 2
  for (const drift of drifts) {
    // Where the place is, as seen from the clump.
    const y = (lat - drift.lat) * KM_PER_DEG
    const lonDeg = lon - drift.lon
    const turns = lonDeg > 180 ? 360 : lonDeg < -180 ? -360 : 0
    // The cosine of the latitude halfway, by its tangent.
    const x = (lonDeg - turns) * KM_PER_DEG * (cos + (sin * RAD * (lat - drift.lat)) / 2)
    if (x * x + y * y > reach2) continue
    const far = shape.distanceKm(-x, -y)
    if (far > REACH_KM) continue
    isAny = true
    const { east, north, speed } = drift
    if (far < nearest) nearest = far
    if (far < TREND_KM) {
      fresh += drift.fresh
      lasting += drift.lasting
    }
    for (const ring of rings) {
      if (far <= ring.km) {
        ring.struck += drift.fresh
        if (drift.ageMin < ring.quietMin) ring.quietMin = drift.ageMin
      }
      ring.staying += drift.lasting * shareWithin(far, ring.km, ring.edges.staying)
    }
    const over = far - widestKm - speed
    for (let look = 0; look < LOOK_COUNT; look++) {
      const hours = LOOK_HOURS[look]!
      const beyond = BLURRED_ENDS_KM[look]!
      if (over + speed * (1 - hours) > beyond) continue
      const off = shape.distanceKm(east * hours - x, north * hours - y)
      const isSharp = off - widestKm <= SHARP_ENDS_KM[look]!
      for (const { km, sharp, blurred, edges } of rings) {
        if (far - km - speed * hours > beyond) continue
        if (isSharp) sharp[look]! += drift.fresh * shareWithin(off, km, edges.sharp[look]!)
        blurred[look]! += drift.lasting * shareWithin(off, km, edges.blurred[look]!)
      }
    }
    if (drift.ageMin >= PASS_AGE_MIN || over > 6 * PASS_FADES_KM) continue
    for (let h = 0; h < HORIZONS_MIN.length; h++) {
      const hours = HORIZONS_MIN[h]! / 60
      const when = speed === 0 ? 0 : Math.max(0, Math.min(hours, (x * east + y * north) / (speed * speed)))
      const pass = shape.distanceKm(east * when - x, north * when - y)
      for (const ring of rings) {
        if (far - ring.km - speed <= 6 * PASS_FADES_KM) ring.passes[h] = Math.min(ring.passes[h]!, pass - ring.km)
      }
    }
  }
  if (!isAny) return false
  const trend = Math.log((fresh / FRESH_MIN + LEAST_RATE) / (lasting / LASTING_MIN + LEAST_RATE))
  rings.forEach((ring, r) => {
    write(ring, { trend, nearest }, features, r * HORIZONS_MIN.length * FEATURE_COUNT)
  })
  return true
}

/** What is summed up of the clumps around a ring, by looks or by horizons. */
interface RingSums {
  km: number
  edges: RingEdges
  sharp: Float64Array
  blurred: Float64Array
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
    edges: edgesOf(km),
    sharp: new Float64Array(LOOK_COUNT),
    blurred: new Float64Array(LOOK_COUNT),
    passes: new Float64Array(HORIZONS_MIN.length),
    staying: 0,
    struck: 0,
    quietMin: 0,
  }))
  sums.sharp.fill(0)
  sums.blurred.fill(0)
  sums.passes.fill(Number.POSITIVE_INFINITY)
  sums.staying = 0
  sums.struck = 0
  sums.quietMin = QUIET_MAX_MIN
  return sums
}

function write(
  { sharp, blurred, passes, staying, struck, quietMin }: RingSums,
  { trend, nearest }: { trend: number; nearest: number },
  to: Float64Array,
  from: number,
): void {
  let look = 0
  for (let h = 0; h < HORIZONS_MIN.length; h++) {
    const minutes = HORIZONS_MIN[h]!
    const at = from + h * FEATURE_COUNT
    let sharpSum = 0
    let blurredSum = 0
    for (let i = 0; i < LOOKS[h]!; i++, look++) {
      sharpSum += sharp[look]! / LOOKS[h]!
      blurredSum += blurred[look]! / LOOKS[h]!
    }
    to[at] = Math.log((sharpSum * minutes) / FRESH_MIN + LEAST_EXPECTED)
    to[at + 1] = Math.log((blurredSum * minutes) / LASTING_MIN + LEAST_EXPECTED)
    to[at + 2] = Math.log((staying * minutes) / LASTING_MIN + LEAST_EXPECTED)
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

/** A ring as a blur of some width sees it. */
interface RingEdge {
  /** Of the edge's softness, as a factor. */
  perKm: number
  /** A blur wider than the ring holds more than the ring does: so much of it the ring can hold. */
  holds: number
}

/** The edges of a ring for each blur that it is asked for. */
interface RingEdges {
  sharp: readonly RingEdge[]
  blurred: readonly RingEdge[]
  staying: RingEdge
}

/** A ring of so many widths of a blur holds nearly all of it. */
const WIDE = 3
/** By the ring's radius. */
const SUMS = new Map<number, RingSums>()

function edgesOf(ringKm: number): RingEdges {
  const edge = (sigmaKm: number): RingEdge => {
    const width = ringKm / sigmaKm
    return { perKm: 1 / (EDGE_SHARE * sigmaKm), holds: width > WIDE ? 1 : 1 - Math.exp((-width * width) / 2) }
  }
  const looks = [...LOOK_HOURS]
  return {
    sharp: looks.map((hours) => edge(SHARP.km + SHARP.kmPerHour * hours)),
    blurred: looks.map((hours) => edge(BLURRED.km + BLURRED.kmPerHour * hours)),
    staying: edge(STAYING_KM),
  }
}

const TABLE_PER_ONE = 64
/** The logistic function from -8 to 8: it is asked for millions of times a minute. */
const TABLE = Float64Array.from({ length: 2 * TABLE_END * TABLE_PER_ONE + 2 }, (_, i) =>
  logistic(i / TABLE_PER_ONE - TABLE_END),
)

/** How much of what lies in a blur around a point so far from the geometry is within the ring. */
function shareWithin(far: number, ringKm: number, { perKm, holds }: RingEdge): number {
  const within = (ringKm - far) * perKm
  if (within < -TABLE_END) return 0
  const at = (Math.min(within, TABLE_END) + TABLE_END) * TABLE_PER_ONE
  const i = Math.floor(at)
  return holds * (TABLE[i]! + (TABLE[i + 1]! - TABLE[i]!) * (at - i))
}
