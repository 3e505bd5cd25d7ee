import { KM_PER_DEG, RAD } from '../geo/geo.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { eastKm, middleOfSquare, squareOf } from './strike-bins.ts'

/** Candidate velocities: a grid of this step up to this speed, in km/h. */
const STEP_KMH = 10
const SPEED_MAX_KMH = 110
const HALF = SPEED_MAX_KMH / STEP_KMH
const SIDE = 2 * HALF + 1
const VELOCITIES = SIDE * SIDE
/** Height and width of a region. */
const REGION_DEG = 0.75

/** A displacement that is off by this much gets no vote. */
const KERNEL_KM = 12
/** More than the last digits of a velocity. */
const ROUNDED_KMH = 1e-6
/** After this many minutes a vote counts a third. */
const KEPT_MIN = 40
/** Distance at which the influence of neighbouring regions has decayed. */
const NEAR_KM = 80
const FAR_KM = 250
const FAR_SHARE = 0.1
/** Regions farther north or south than this have no influence. */
const FAR_DEG = 6
const LEAST_WEIGHT = 1e-4
const LEAST_VOTE = 0.01
/** Maximum voting clumps of a region, sampled evenly; each represents the omitted ones too. */
const RECENT_MAX = 60
const OLDER_MAX = 120
/** Cost of fading the votes of a region, and of sorting a clump, in compared pairs. */
const FADING_AS_PAIRS = 10
const SORTING_AS_PAIRS = 4
/**
 * Maximum regions: more than have lightning on the whole Earth at a time. Other regions use the motion of their
 * neighbours. The votes of a region are 2 kB.
 */
const REGIONS_MAX = 8_000
/** Votes above this share of the maximum form the peak. */
const PEAK_SHARE = 0.8

/** Some strikes of about the same place and time. */
export interface Clump {
  n: number
  lat: number
  lon: number
  /** Minutes before the moment. */
  ageMin: number
  /** How much its vote counts; set by the field. */
  strength: number
}

/** A velocity, in km/h eastward and northward, and its standard error. */
export interface Velocity {
  east: number
  north: number
  error: number
}

interface Region {
  lat: number
  lon: number
  votes: Float32Array
}

/**
 * Motion of lightning by region. Each pair of a recent and an older clump votes for the velocity between their
 * positions; votes fade to a third in 40 minutes, and a region also uses the votes of its neighbours.
 */
export class MotionField {
  #regions = new Map<number, Region>()
  #known = new Map<number, Velocity | null>()
  readonly #regionsMax: number

  constructor(regionsMax = REGIONS_MAX) {
    this.#regionsMax = regionsMax
  }

  /** The motion of lightning at a position; null if unknown. */
  at(lat: number, lon: number): Velocity | null {
    const key = regionOf(lat, lon)
    let known = this.#known.get(key)
    if (known === undefined) {
      known = velocityAt(this.#regions, lat, lon)
      this.#known.set(key, known)
    }
    return known
  }

  /**
   * Votes fade by the time since the last update. Yields the number of compared pairs (of clumps, then of regions);
   * `at` keeps the velocities of the previous update until this one is complete.
   */
  *updateInSteps(recent: readonly Clump[], older: readonly Clump[], passedMin: number): Generator<number> {
    const regions = this.#regions
    yield* this.#fadeInSteps(Math.exp(-passedMin / KEPT_MIN))
    const olderByRegion = yield* votersInSteps(older, OLDER_MAX)
    const recentByRegion = yield* votersInSteps(recent, RECENT_MAX)
    for (const [key, voters] of recentByRegion) {
      const held = regions.get(key)
      if (!held && regions.size >= this.#regionsMax) continue
      const votes = held?.votes ?? new Float32Array(VELOCITIES)
      let count = 0
      for (const voter of voters) {
        let pairs = 1
        for (const near of around(voter.lat, voter.lon)) {
          const olders = olderByRegion.get(near)
          if (!olders) continue
          for (const old of olders) if (vote(votes, voter, old, passedMin)) count++
          pairs += olders.length
        }
        yield pairs
      }
      if (!held && count > 0) regions.set(key, { ...middleOfSquare(key, REGION_DEG), votes })
    }
    const known = new Map<number, Velocity | null>()
    for (const [key, voters] of recentByRegion) {
      const { lat, lon } = voters[Math.floor(voters.length / 2)]!
      known.set(key, velocityAt(regions, lat, lon))
      yield regions.size
    }
    this.#known = known
  }

  /** Fades in place: a second copy of all votes would be tens of megabytes. */
  *#fadeInSteps(share: number): Generator<number> {
    for (const [key, { votes }] of this.#regions) {
      let most = 0
      for (let i = 0; i < VELOCITIES; i++) {
        votes[i]! *= share
        most = Math.max(most, votes[i]!)
      }
      if (most < LEAST_VOTE) this.#regions.delete(key)
      yield FADING_AS_PAIRS
    }
  }
}

/** The velocity from the votes of a region and its neighbours. */
function velocityAt(regions: ReadonlyMap<number, Region>, lat: number, lon: number): Velocity | null {
  const sum = new Float64Array(VELOCITIES)
  for (const { lat: la, lon: lo, votes } of regions.values()) {
    if (Math.abs(la - lat) > FAR_DEG) continue
    const east = eastKm(lat, lon, la, lo)
    const north = (la - lat) * KM_PER_DEG
    const d2 = east * east + north * north
    const weight = Math.exp(-d2 / (2 * NEAR_KM ** 2)) + FAR_SHARE * Math.exp(-d2 / (2 * FAR_KM ** 2))
    if (weight < LEAST_WEIGHT) continue
    for (let i = 0; i < VELOCITIES; i++) sum[i]! += weight * votes[i]!
  }
  return peakOf(sum)
}

/** Voting clumps by region: at most `most` per region, each weighted for the omitted ones. */
function* votersInSteps(clumps: readonly Clump[], most: number): Generator<number, Map<number, Clump[]>> {
  const all = new Map<number, Clump[]>()
  for (const clump of clumps) {
    heldOrMade(all, regionOf(clump.lat, clump.lon), () => []).push(clump)
    yield SORTING_AS_PAIRS
  }
  for (const [key, each] of all) {
    const share = Math.max(1, each.length / most)
    if (share > 1)
      all.set(
        key,
        Array.from({ length: most }, (_, i) => each[Math.floor(i * share)]!),
      )
    for (const clump of each) clump.strength = share * Math.sqrt(clump.n)
  }
  return all
}

/** Returns whether the pair votes for any velocity. */
function vote(votes: Float32Array, { strength: own, lat, lon, ageMin }: Clump, old: Clump, weight: number): boolean {
  const hours = (old.ageMin - ageMin) / 60
  if (hours <= 0) return false
  const reach = KERNEL_KM / hours
  const speedMost = SPEED_MAX_KMH + reach
  const vy = ((lat - old.lat) * KM_PER_DEG) / hours
  if (vy > speedMost || vy < -speedMost) return false
  const vx = eastKm(old.lat, old.lon, lat, lon) / hours
  if (vx * vx + vy * vy > speedMost * speedMost) return false
  const strength = own * old.strength * weight
  const y0 = Math.max(-HALF, Math.ceil((vy - reach) / STEP_KMH))
  const y1 = Math.min(HALF, Math.floor((vy + reach) / STEP_KMH))
  // In units of the reach.
  const step = STEP_KMH / reach
  let counts = false
  for (let y = y0; y <= y1; y++) {
    const dy = y * STEP_KMH - vy
    // Last column of this row within reach.
    const half = Math.sqrt(Math.max(0, reach * reach - dy * dy)) + ROUNDED_KMH
    const x0 = Math.max(-HALF, Math.ceil((vx - half) / STEP_KMH))
    const x1 = Math.min(HALF, Math.floor((vx + half) / STEP_KMH))
    const v2 = (dy / reach) * (dy / reach)
    const middle = (y + HALF) * SIDE + HALF
    let u = (x0 * STEP_KMH - vx) / reach
    for (let i = middle + x0; i <= middle + x1; i++) {
      const share = 1 - Math.sqrt(u * u + v2)
      u += step
      if (share <= 0) continue
      votes[i]! += strength * share
      counts = true
    }
  }
  return counts
}

/** The mean velocity around the maximum vote, and its spread. */
function peakOf(votes: Float64Array): Velocity | null {
  let best = -1
  let most = 0
  for (let i = 0; i < VELOCITIES; i++) {
    const x = (i % SIDE) - HALF
    const y = Math.floor(i / SIDE) - HALF
    if (x * x + y * y > HALF * HALF) continue
    if (votes[i]! <= most) continue
    most = votes[i]!
    best = i
  }
  if (best < 0) return null
  let weight = 0
  let east = 0
  let north = 0
  let square = 0
  for (let i = 0; i < VELOCITIES; i++) {
    const over = votes[i]! - PEAK_SHARE * most
    if (over <= 0) continue
    const x = ((i % SIDE) - HALF) * STEP_KMH
    const y = (Math.floor(i / SIDE) - HALF) * STEP_KMH
    weight += over
    east += over * x
    north += over * y
    square += over * (x * x + y * y)
  }
  east /= weight
  north /= weight
  return { east, north, error: Math.sqrt(Math.max(0, square / weight - east * east - north * north)) }
}

function regionOf(lat: number, lon: number): number {
  return squareOf(lat, lon, REGION_DEG)
}

/** The region of a place and those around it. */
function around(lat: number, lon: number): Set<number> {
  const keys = new Set<number>()
  for (let dy = -1; dy <= 1; dy++) {
    const at = Math.max(-90, Math.min(90, lat + dy * REGION_DEG))
    const step = REGION_DEG / Math.max(0.02, Math.cos(at * RAD))
    for (let dx = -1; dx <= 1; dx++) keys.add(regionOf(at, lon + dx * step))
  }
  return keys
}
