import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import { KM_PER_DEG, type LatLon } from '../geo/geo.ts'
import type { PlaceShape } from '../places/place.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { cellOf, cellsAround } from './degree-cells.ts'
import { logistic } from './logistic.ts'
import { eastKm } from './strike-bins.ts'

/** A ring for which arrival and probability are told: the same object from look to look. */
export interface GuardedRing {
  shape: PlaceShape
  ringKm: number
}

/** Forecasts are remembered so often. */
const EVERY_MS = 5 * MINUTE_MS
/** What was verified longer ago says nothing of the lightning of now. */
const LEARNED_FROM_MS = 2 * HOUR_MS
/** Below 2 % a forecast is left out: most places are far from all lightning, and would drown the others. */
const LEAST_EVIDENCE = Math.log(0.02 / 0.98)
/** How far off the evidence is expected to be, one standard deviation. */
const PRIOR = 0.5
/** Neighbours share their storm and looks their lightning: so many cases say as much as one alone. */
const CASES_AS_ONE = 60
/** Evidence is counted by steps of this width, between these ends. */
const STEP = 0.1
const LOWEST = -4
const HIGHEST = 8
const STEPS = (HIGHEST - LOWEST) / STEP
const ROUNDS = 6

/** Of each horizon: nothing was learned. */
export const NO_OFFSETS: readonly number[] = HORIZONS_MIN.map(() => 0)

interface Strike extends LatLon {
  timeMs: number
}

interface Forecast {
  madeMs: number
  evidence: Float64Array
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

/** The forecasts of a look for a horizon that has passed. */
interface Verified {
  atMs: number
  /** How many had which evidence. */
  counts: Float64Array
  hits: number
}

/**
 * Whether the probabilities of the last two hours were too high or too low: one offset of the evidence for each horizon,
 * learned from nothing but forecasts whose horizon has passed.
 */
export class LiveCalibration {
  #offsets: readonly number[] = NO_OFFSETS
  readonly #verified: Verified[][] = HORIZONS_MIN.map(() => [])
  #looks: Look[] = []
  readonly #byRing = new Map<GuardedRing, Forecast[]>()
  readonly #rings = new Map<number, Set<GuardedRing>>()
  #strikes: Strike[] = []
  #atMs = Number.NEGATIVE_INFINITY

  /** To be added to the evidence, by horizon. */
  get offsets(): readonly number[] {
    return this.#offsets
  }

  add(timeMs: number, lat: number, lon: number): void {
    if (this.#looks.length > 0) this.#strikes.push({ timeMs, lat, lon })
  }

  /** Verifies the forecasts whose horizon has passed by now; where not all was watched, those that wait are given up. */
  verify(nowMs: number, isWatched: boolean): void {
    if (nowMs < this.#atMs) for (const verified of this.#verified) verified.length = 0
    if (nowMs < this.#atMs || !isWatched) this.#giveUp()
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
        this.#verified[look.verified]!.push(verifiedOf(look, look.verified, horizonMs))
      }
    }
    while (this.#looks[0]?.verified === HORIZONS_MIN.length) this.#forget(this.#looks.shift()!)
    this.#offsets = this.#verified.map((verified) => {
      while (verified[0] && verified[0].atMs <= nowMs - LEARNED_FROM_MS) verified.shift()
      return offsetOf(verified)
    })
  }

  /** Whether forecasts made now are to be remembered. */
  isDue(nowMs: number): boolean {
    return nowMs - (this.#looks.at(-1)?.madeMs ?? Number.NEGATIVE_INFINITY) >= EVERY_MS
  }

  /** Remembers what was said of rings, to be verified: the evidence of each by horizon, without the offsets. */
  remember(nowMs: number, said: ReadonlyMap<GuardedRing, Float64Array>): void {
    const look: Look = { madeMs: nowMs, forecasts: [], verified: 0 }
    for (const [ring, evidence] of said) {
      if (Math.max(...evidence) <= LEAST_EVIDENCE) continue
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
    for (const ring of this.#rings.get(cellOf(strike)) ?? []) {
      const { middle, distanceKm } = ring.shape
      const east = eastKm(middle.lat, middle.lon, strike.lat, strike.lon)
      if (distanceKm(east, (strike.lat - middle.lat) * KM_PER_DEG) > ring.ringKm) continue
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

function cellsOf({ shape, ringKm }: GuardedRing): number[] {
  return cellsAround(shape, ringKm)
}

function verifiedOf({ madeMs, forecasts }: Look, horizon: number, horizonMs: number): Verified {
  const counts = new Float64Array(STEPS)
  const atMs = madeMs + horizonMs
  let hits = 0
  for (const { evidence, struckMs } of forecasts) {
    const z = evidence[horizon]!
    if (z <= LEAST_EVIDENCE) continue
    counts[Math.max(0, Math.min(STEPS - 1, Math.floor((z - LOWEST) / STEP)))]!++
    if (struckMs < atMs) hits++
  }
  return { atMs, counts, hits }
}

/** The likeliest offset, by Newton's method, where about 0 is expected. */
function offsetOf(verified: readonly Verified[]): number {
  const counts = new Float64Array(STEPS)
  let hits = 0
  for (const each of verified) {
    hits += each.hits
    for (let i = 0; i < STEPS; i++) counts[i]! += each.counts[i]!
  }
  let offset = 0
  for (let round = 0; round < ROUNDS; round++) {
    let expected = 0
    let bend = 0
    for (let i = 0; i < STEPS; i++) {
      const p = logistic(LOWEST + (i + 0.5) * STEP + offset)
      expected += counts[i]! * p
      bend += counts[i]! * p * (1 - p)
    }
    offset += ((hits - expected) / CASES_AS_ONE - offset / PRIOR ** 2) / (bend / CASES_AS_ONE + 1 / PRIOR ** 2)
  }
  return offset
}
