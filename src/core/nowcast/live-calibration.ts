import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import { ringReach } from '../airports/location-error.ts'
import { KM_PER_DEG, type LatLon } from '../geo/geo.ts'
import type { PlaceShape } from '../places/place-shape.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { cellOf, cellsAround } from './degree-cells.ts'
import { logistic } from './logistic.ts'
import { eastKm } from './strike-bins.ts'

/** A ring for which arrival and probability are told: the same object from look to look. */
export interface GuardedRing {
  shape: PlaceShape
  ringKm: number
  /** What may lie in it counts as in it: strikes up to so many km beyond; none where it is left out. */
  errorKm?: number
}

/** How far from the place what counts as in the ring may lie. */
export function reachOf({ ringKm, errorKm = 0 }: GuardedRing): number {
  return ringReach(ringKm, errorKm).perhapsKm
}

/** Forecasts are remembered so often. */
const EVERY_MS = 5 * MINUTE_MS
/** What was verified so long ago counts half. */
const HALVED_MS = 12 * HOUR_MS
/** Below 2 % a forecast is left out: most places are far from all lightning, and would drown the others. */
const LEAST_EVIDENCE = Math.log(0.02 / 0.98)
/** How far off the evidence is expected to be, and by what share of it, one standard deviation each. */
const PRIOR_OFFSET = 0.3
const PRIOR_STEEPER = 0.3
/** What was learned of a horizon is expected of the next longer one, which knows later, by this share. */
const SHARED = 0.7
/** Neighbours share their storm and looks their lightning: so many cases say as much as one alone. */
const CASES_AS_ONE = 60
/** Evidence is counted by steps of this width, between these ends. */
const STEP = 0.1
const LOWEST = -4
const HIGHEST = 8
const STEPS = (HIGHEST - LOWEST) / STEP
const ROUNDS = 6

/** What forecasts of a horizon turned out to be worth: evidence z becomes `offset + (1 + steeper) · z`. */
export interface Learned {
  offset: number
  steeper: number
}

const AS_EXPECTED: Learned = { offset: 0, steeper: 0 }
/** Of each horizon: nothing was learned. */
export const NOTHING_LEARNED: readonly Learned[] = HORIZONS_MIN.map(() => AS_EXPECTED)

interface Strike extends LatLon {
  timeMs: number
}

interface Forecast {
  madeMs: number
  evidence: ArrayLike<number>
  /** Of the first strike within the ring since then; Infinity before there is one. */
  struckMs: number
  ring: GuardedRing
}

interface Look {
  madeMs: number
  forecasts: Forecast[]
  /** How many of the horizons have passed. */
  verified: number
}

/** The forecasts of a horizon that has passed: how many had which evidence, and after how many of them it struck. */
interface Verified {
  cases: Float64Array
  hits: Float64Array
}

/**
 * Whether the probabilities of the weather of these hours were too high or too low, too bold or too timid: a line for the
 * evidence of each horizon, learned from nothing but forecasts whose horizon has passed.
 */
export class LiveCalibration {
  #learned: readonly Learned[] = NOTHING_LEARNED
  readonly #verified = HORIZONS_MIN.map(
    (): Verified => ({ cases: new Float64Array(STEPS), hits: new Float64Array(STEPS) }),
  )
  #looks: Look[] = []
  readonly #byRing = new Map<GuardedRing, Forecast[]>()
  readonly #rings = new Map<number, Set<GuardedRing>>()
  #strikes: Strike[] = []
  #atMs = Number.NEGATIVE_INFINITY

  /** By horizon. */
  get learned(): readonly Learned[] {
    return this.#learned
  }

  add(timeMs: number, lat: number, lon: number): void {
    if (this.#looks.length > 0) this.#strikes.push({ timeMs, lat, lon })
  }

  /** Verifies the forecasts whose horizon has passed by now; where not all was watched, those that wait are given up. */
  verify(nowMs: number, isWatched: boolean): void {
    const goesBack = nowMs < this.#atMs
    const left = goesBack ? 0 : 2 ** ((this.#atMs - nowMs) / HALVED_MS)
    for (const { cases, hits } of this.#verified) {
      for (let i = 0; i < STEPS; i++) {
        cases[i]! *= left
        hits[i]! *= left
      }
    }
    if (goesBack || !isWatched) this.#giveUp()
    this.#atMs = nowMs
    const later: Strike[] = []
    for (const strike of this.#strikes) {
      if (strike.timeMs >= nowMs) later.push(strike)
      else this.#strike(strike)
    }
    this.#strikes = later
    for (const look of this.#looks) {
      for (; look.verified < HORIZONS_MIN.length; look.verified++) {
        const horizonMs = HORIZONS_MIN[look.verified]! * MINUTE_MS
        if (look.madeMs + horizonMs > nowMs) break
        count(this.#verified[look.verified]!, look, horizonMs)
      }
    }
    while (this.#looks[0]?.verified === HORIZONS_MIN.length) this.#forget(this.#looks.shift()!)
    let { offset, steeper } = AS_EXPECTED
    this.#learned = this.#verified.map((verified) => {
      ;({ offset, steeper } = learnedOf(verified, { offset: SHARED * offset, steeper: SHARED * steeper }))
      return { offset, steeper }
    })
  }

  /** Whether forecasts made now are to be remembered. */
  isDue(nowMs: number): boolean {
    return nowMs - (this.#looks.at(-1)?.madeMs ?? Number.NEGATIVE_INFINITY) >= EVERY_MS
  }

  /** Remembers what was said of rings, to be verified: the evidence of each by horizon, without what was learned. */
  remember(nowMs: number, said: ReadonlyMap<GuardedRing, ArrayLike<number>>): void {
    const look: Look = { madeMs: nowMs, forecasts: [], verified: 0 }
    for (const [ring, evidence] of said) {
      if (!isWorthIt(evidence)) continue
      const forecast = { madeMs: nowMs, evidence, struckMs: Number.POSITIVE_INFINITY, ring }
      look.forecasts.push(forecast)
      const waiting = this.#byRing.get(ring)
      if (waiting) waiting.push(forecast)
      else {
        this.#byRing.set(ring, [forecast])
        for (const cell of cellsOf(ring)) heldOrMade(this.#rings, cell, () => new Set()).add(ring)
      }
    }
    this.#looks.push(look)
  }

  #strike(strike: Strike): void {
    let of: PlaceShape | null = null
    let north = 0
    let far = 0
    for (const ring of this.#rings.get(cellOf(strike)) ?? []) {
      // Rings of a place follow each other.
      if (ring.shape !== of) {
        of = ring.shape
        north = (strike.lat - of.middle.lat) * KM_PER_DEG
        far = Number.NaN
      }
      const reachKm = reachOf(ring)
      if (Math.abs(north) > reachKm + of.reachKm) continue
      if (Number.isNaN(far)) far = of.distanceKm(eastKm(of.middle.lat, of.middle.lon, strike.lat, strike.lon), north)
      if (far > reachKm) continue
      for (const forecast of this.#byRing.get(ring)!) {
        if (strike.timeMs >= forecast.madeMs) forecast.struckMs = Math.min(forecast.struckMs, strike.timeMs)
      }
    }
  }

  #forget({ forecasts }: Look): void {
    for (const { ring } of forecasts) {
      const waiting = this.#byRing.get(ring)!
      waiting.shift()
      if (waiting.length > 0) continue
      this.#byRing.delete(ring)
      for (const cell of cellsOf(ring)) this.#rings.get(cell)!.delete(ring)
    }
  }

  #giveUp(): void {
    this.#looks = []
    this.#strikes = []
    this.#byRing.clear()
    this.#rings.clear()
  }
}

function isWorthIt(evidence: ArrayLike<number>): boolean {
  for (let h = 0; h < evidence.length; h++) if (evidence[h]! > LEAST_EVIDENCE) return true
  return false
}

function cellsOf(ring: GuardedRing): number[] {
  return cellsAround(ring.shape, reachOf(ring))
}

/** Counts the forecasts of a look for a horizon that has passed. */
function count({ cases, hits }: Verified, { madeMs, forecasts, verified }: Look, horizonMs: number): void {
  for (const { evidence, struckMs } of forecasts) {
    const z = evidence[verified]!
    if (z <= LEAST_EVIDENCE) continue
    const step = Math.max(0, Math.min(STEPS - 1, Math.floor((z - LOWEST) / STEP)))
    cases[step]!++
    if (struckMs < madeMs + horizonMs) hits[step]!++
  }
}

/** The likeliest line, by Newton's method, where about another is expected. */
function learnedOf({ cases, hits }: Verified, expected: Learned): Learned {
  const offsetWeight = CASES_AS_ONE / PRIOR_OFFSET ** 2
  const steeperWeight = CASES_AS_ONE / PRIOR_STEEPER ** 2
  let { offset, steeper } = expected
  for (let round = 0; round < ROUNDS; round++) {
    let [up, steepens] = [offsetWeight * (expected.offset - offset), steeperWeight * (expected.steeper - steeper)]
    let [bend, both, bends] = [offsetWeight, 0, steeperWeight]
    for (let i = 0; i < STEPS; i++) {
      if (cases[i] === 0) continue
      const z = LOWEST + (i + 0.5) * STEP
      const p = logistic(offset + (1 + steeper) * z)
      const off = hits[i]! - cases[i]! * p
      const curve = cases[i]! * p * (1 - p)
      up += off
      steepens += off * z
      bend += curve
      both += curve * z
      bends += curve * z * z
    }
    const whole = bend * bends - both * both
    offset += (bends * up - both * steepens) / whole
    steeper += (bend * steepens - both * up) / whole
  }
  return { offset, steeper }
}
