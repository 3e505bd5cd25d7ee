import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import { KM_PER_DEG, RAD } from '../geo/geo.ts'
import type { PlaceShape } from '../places/place.ts'
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
  'expected, sharp, squared',
  'expected, blurred, squared',
  'expected, sharp × blurred',
] as const
export const FEATURE_COUNT = FEATURES.length

/** How blurred a clump of strikes is at once, in km, and by how much more after an hour on its way. */
const SHARP = { km: 3, kmPerHour: 10 }
const BLURRED = { km: 12, kmPerHour: 25 }
const STAYING_KM = 8
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
const PASS_AGE_MIN = 12
const PASS_FADES_KM = 8
/** How soft the ring's edge is for a blur, in its widths. */
const EDGE_SHARE = 0.6
const TREND_KM = 50
/** Added to what is expected, so that nothing at all has a logarithm too. */
const LEAST_EXPECTED = 0.003
const LEAST_RATE = 0.02

/**
 * The features of a ring around a place, those of each horizon one after the other, into `features`; false where nothing
 * struck within reach.
 */
export function placeFeatures(
  shape: PlaceShape,
  ringKm: number,
  drifts: readonly Drift[],
  features: Float64Array,
): boolean {
  const { lat, lon } = shape.middle
  const sharp = new Float64Array(LOOK_COUNT)
  const blurred = new Float64Array(LOOK_COUNT)
  const passes = HORIZONS_MIN.map(() => Number.POSITIVE_INFINITY)
  let staying = 0
  let struck = 0
  let fresh = 0
  let lasting = 0
  let isAny = false
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
    const { east, north } = drift
    if (far < TREND_KM) {
      fresh += drift.fresh
      lasting += drift.lasting
    }
    if (far <= ringKm) struck += drift.fresh
    staying += drift.lasting * shareWithin(far, ringKm, STAYING_KM)
    const speed2 = east * east + north * north
    const speed = Math.sqrt(speed2)
    const over = far - ringKm - speed
    for (let look = 0; look < LOOK_COUNT; look++) {
      const hours = LOOK_HOURS[look]!
      const blurredKm = BLURRED.km + BLURRED.kmPerHour * hours
      if (over + speed * (1 - hours) > REACH_SIGMAS * blurredKm) continue
      const off = shape.distanceKm(east * hours - x, north * hours - y)
      sharp[look]! += drift.fresh * shareWithin(off, ringKm, SHARP.km + SHARP.kmPerHour * hours)
      blurred[look]! += drift.lasting * shareWithin(off, ringKm, blurredKm)
    }
    if (drift.ageMin >= PASS_AGE_MIN || over > 6 * PASS_FADES_KM) continue
    for (let h = 0; h < HORIZONS_MIN.length; h++) {
      const hours = HORIZONS_MIN[h]! / 60
      const when = speed2 === 0 ? 0 : Math.max(0, Math.min(hours, (x * east + y * north) / speed2))
      passes[h] = Math.min(passes[h]!, shape.distanceKm(east * when - x, north * when - y) - ringKm)
    }
  }
  if (!isAny) return false
  let look = 0
  for (let h = 0; h < HORIZONS_MIN.length; h++) {
    const minutes = HORIZONS_MIN[h]!
    const at = h * FEATURE_COUNT
    let sharpSum = 0
    let blurredSum = 0
    for (let i = 0; i < LOOKS[h]!; i++, look++) {
      sharpSum += sharp[look]! / LOOKS[h]!
      blurredSum += blurred[look]! / LOOKS[h]!
    }
    const expectedSharp = Math.log((sharpSum * minutes) / FRESH_MIN + LEAST_EXPECTED)
    const expectedBlurred = Math.log((blurredSum * minutes) / LASTING_MIN + LEAST_EXPECTED)
    features[at] = expectedSharp
    features[at + 1] = expectedBlurred
    features[at + 2] = Math.log((staying * minutes) / LASTING_MIN + LEAST_EXPECTED)
    features[at + 3] = Math.exp(-Math.max(0, passes[h]!) / PASS_FADES_KM)
    features[at + 4] = Math.log1p(struck)
    features[at + 5] = Math.log((fresh / FRESH_MIN + LEAST_RATE) / (lasting / LASTING_MIN + LEAST_RATE))
    features[at + 6] = expectedSharp ** 2
    features[at + 7] = expectedBlurred ** 2
    features[at + 8] = expectedSharp * expectedBlurred
  }
  return true
}

const TABLE_END = 8
const TABLE_PER_ONE = 64
/** A ring of so many widths of a blur holds nearly all of it. */
const WIDE = 3
/** The logistic function from -8 to 8: it is asked for millions of times a minute. */
const TABLE = Float64Array.from({ length: 2 * TABLE_END * TABLE_PER_ONE + 2 }, (_, i) =>
  logistic(i / TABLE_PER_ONE - TABLE_END),
)

/** How much of what lies within a blur of `sigmaKm` around a point so far from the geometry is within the ring. */
function shareWithin(far: number, ringKm: number, sigmaKm: number): number {
  const within = (ringKm - far) / (EDGE_SHARE * sigmaKm)
  if (within < -TABLE_END) return 0
  const at = (Math.min(within, TABLE_END) + TABLE_END) * TABLE_PER_ONE
  const i = Math.floor(at)
  const edge = TABLE[i]! + (TABLE[i + 1]! - TABLE[i]!) * (at - i)
  // A blur wider than the ring holds more than the ring does.
  const width = ringKm / sigmaKm
  return width > WIDE ? edge : edge * (1 - Math.exp((-width * width) / 2))
}
