import { KM_PER_DEG, RAD } from '../geo/geo.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { eastKm, middleOfSquare, squareOf } from './strike-bins.ts'

/** Candidate velocities: a grid of this step up to this speed, in km/h. */
const STEP_KMH = 10
const SPEED_MAX_KMH = 110
const HALF = SPEED_MAX_KMH / STEP_KMH
const SIDE = 2 * HALF + 1
const VELOCITIES = SIDE * SIDE
/** Regions are about so high and wide. */
const REGION_DEG = 0.75

/** A displacement that is off by this much gets no vote. */
const KERNEL_KM = 12
/** More than the last digits of a velocity. */
const ROUNDED_KMH = 1e-6
/** After this many minutes a vote counts a third. */
const KEPT_MIN = 40
/** A region listens to those about so far around it, and a little to those much farther. */
const NEAR_KM = 80
const FAR_KM = 250
const FAR_SHARE = 0.1
/** Regions farther north or south than this are too far to be listened to. */
const FAR_DEG = 6
const LEAST_WEIGHT = 1e-4
const LEAST_VOTE = 0.01
/** In a region no more than so many clumps vote, evenly taken from all of them and each counted for those left out. */
const RECENT_MAX = 60
const OLDER_MAX = 120
/** Letting a region's votes fade takes as long as comparing so many pairs, and so does sorting a clump into its region. */
const FADING_AS_PAIRS = 10
const SORTING_AS_PAIRS = 4
/**
 * So many regions are held: more than have lightning on the whole Earth at a time. In others motion is that of those
 * around them. A region's votes are 2 kB.
 */
const REGIONS_MAX = 8_000
/** What stands above this share of the highest vote is its peak. */
const PEAK_SHARE = 0.8

/** Some strikes of about the same place and time. */
export interface Clump {
  n: number
  lat: number
  lon: number
  /** Minutes before the moment. */
  ageMin: number
}

/** A velocity, in km/h eastward and northward, and its standard error. */
export interface Velocity {
  east: number
  north: number
  error: number
}

/** A clump, and how much its vote counts. */
interface Voter extends Clump {
  strength: number
}

interface Region {
  lat: number
  lon: number
  votes: Float32Array
}

/**
 * How lightning moves, region by region. Each pair of a recent and an older clump votes for the velocity that would
 * have brought the one to where the other is; votes fade within half an hour, and a region listens to those around it.
 */
export class MotionField {
  #regions = new Map<number, Region>()
  #known = new Map<number, Velocity | null>()
  readonly #regionsMax: number

  constructor(regionsMax = REGIONS_MAX) {
    this.#regionsMax = regionsMax
  }

  /** The motion of lightning there; null where nothing is known. */
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
   * Votes fade by the time that has passed since the last update. Yields every now and then how many pairs were
   * compared (of clumps, then of regions); `at` answers by the update before until this one is done.
   */
  *updateInSteps(recent: readonly Clump[], older: readonly Clump[], passedMin: number): Generator<number> {
    const regions = yield* this.#fadedInSteps(Math.exp(-passedMin / KEPT_MIN))
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
    this.#regions = regions
    this.#known = known
  }

  /** What is left of the votes. */
  *#fadedInSteps(share: number): Generator<number, Map<number, Region>> {
    const left = new Map<number, Region>()
    for (const [key, region] of this.#regions) {
      const votes = new Float32Array(VELOCITIES)
      let most = 0
      for (let i = 0; i < VELOCITIES; i++) {
        votes[i] = region.votes[i]! * share
        most = Math.max(most, votes[i]!)
      }
      if (most >= LEAST_VOTE) left.set(key, { ...region, votes })
      yield FADING_AS_PAIRS
    }
    return left
  }
}

/** What is heard at a place: the votes of its region and of those around it. */
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

/** Those who vote, by regions: where there are more than `most` in one, as many of them, each counted for the others. */
function* votersInSteps(clumps: readonly Clump[], most: number): Generator<number, Map<number, Voter[]>> {
  const all = new Map<number, Clump[]>()
  for (const clump of clumps) {
    heldOrMade(all, regionOf(clump.lat, clump.lon), () => []).push(clump)
    yield SORTING_AS_PAIRS
  }
  const voters = new Map<number, Voter[]>()
  for (const [key, each] of all) {
    const share = Math.max(1, each.length / most)
    const taken = Array.from({ length: Math.min(most, each.length) }, (_, i) => each[Math.floor(i * share)]!)
    voters.set(
      key,
      taken.map((clump) => ({ ...clump, strength: share * Math.sqrt(clump.n) })),
    )
  }
  return voters
}

/** Whether it counts for some velocity. */
function vote(votes: Float32Array, { strength: own, lat, lon, ageMin }: Voter, old: Voter, weight: number): boolean {
  const hours = (old.ageMin - ageMin) / 60
  if (hours <= 0) return false
  const east = eastKm(old.lat, old.lon, lat, lon)
  const north = (lat - old.lat) * KM_PER_DEG
  const reach = KERNEL_KM / hours
  const vx = east / hours
  const vy = north / hours
  if (vx * vx + vy * vy > (SPEED_MAX_KMH + reach) ** 2) return false
  const strength = own * old.strength * weight
  const y0 = Math.max(-HALF, Math.ceil((vy - reach) / STEP_KMH))
  const y1 = Math.min(HALF, Math.floor((vy + reach) / STEP_KMH))
  let counts = false
  for (let y = y0; y <= y1; y++) {
    const dy = y * STEP_KMH - vy
    // Up to where this row can be within reach.
    const half = Math.sqrt(Math.max(0, reach * reach - dy * dy)) + ROUNDED_KMH
    const x0 = Math.max(-HALF, Math.ceil((vx - half) / STEP_KMH))
    const x1 = Math.min(HALF, Math.floor((vx + half) / STEP_KMH))
    for (let x = x0; x <= x1; x++) {
      const dx = x * STEP_KMH - vx
      const off = Math.sqrt(dx * dx + dy * dy)
      if (off >= reach) continue
      votes[(y + HALF) * SIDE + x + HALF]! += strength * (1 - off / reach)
      counts = true
    }
  }
  return counts
}

/** Around the highest vote: the mean of what stands out, and how far that spreads. */
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
