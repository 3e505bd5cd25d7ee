import { ARRIVAL_TOLD_FROM, type Arrival, type Chances, HORIZONS_MIN } from '../../contract/nowcast.ts'
import type { PlaceShape } from '../places/place-shape.ts'
import { MINUTE_MS, SECOND_MS } from '../time/durations.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import type { DriftIndex } from './drifts.ts'
import { evidence, logistic, type Weights } from './logistic.ts'
import type { OwnCalibration } from './own-calibration.ts'
import { INTERVAL_ENDS_MIN, placeFeatures, ROW_COUNT, writeRow } from './place-features.ts'

/**
 * The time of the first strike in a ring as a discrete-time survival model: for each interval a logistic regression of
 * its hazard, the probability of a strike in that interval if there was none before. All probabilities and arrival
 * times derive from this one distribution, so that they are consistent.
 */
export interface FirstStrikeModel {
  /** By radius, the smallest first. */
  rings: readonly { ringKm: number; intervals: readonly IntervalModel[] }[]
}

export interface IntervalModel {
  weights: Weights
  /** The range of each base feature in the data that the weights were fitted on. */
  least: readonly number[]
  most: readonly number[]
}

/** The probability of a strike by the end of each interval; it never falls. */
export type Distribution = readonly number[]

/** The state of a ring: the distribution, and minutes since the last strike in it (Infinity where none is known). */
export interface FirstStrike {
  distribution: Distribution
  struckMin: number
}

/** Minimum probability: storms also begin where no strike is within reach. */
const OUT_OF_NOWHERE = 0.001
const CALM: FirstStrike = {
  distribution: INTERVAL_ENDS_MIN.map(() => OUT_OF_NOWHERE),
  struckMin: Number.POSITIVE_INFINITY,
}
/** A ring struck within these minutes has a storm in progress. */
const IN_PROGRESS_MIN = 10
/** The quantiles of an arrival. */
const EARLIEST = 0.1
const LIKELY = 0.5
const LATEST = 0.9

/** Probabilities by horizon, 0 to 1, rounded to 0.0001; null where too little was observed. */
export type ChanceRow = readonly number[] | null
export const UNKNOWN_CHANCES: Chances = { '10': null, '15': null, '30': null, '60': null }
/** Probabilities without strikes within reach. */
export const CALM_ROW = chanceRow(CALM.distribution)
export const CALM_CHANCES: Chances = servedChances(CALM_ROW)

/** Forecasts the first strike in rings around a place, in the order of `ringsKm`. */
export function createFirstStrikes(model: FirstStrikeModel) {
  const between = new Map<number, Between>()
  return (shape: PlaceShape, ringsKm: readonly number[], drifts: DriftIndex): readonly FirstStrike[] => {
    const features = placeFeatures(shape, ringsKm, drifts)
    if (!features) return ringsKm.map(() => CALM)
    return features.map(({ values, struckMin }, r) => {
      const ringKm = ringsKm[r]!
      const { low, high, share } = heldOrMade(between, ringKm, () => betweenOf(model, ringKm))
      return { distribution: distributionOf(high, values, low, share), struckMin }
    })
  }
}

/** The distribution of a ring by its features; between two radii its hazards lie `share` of the way from `low`, as logits. */
export function distributionOf(ring: RingModel, values: Float64Array, low = ring, share = 1): Distribution {
  const distribution: number[] = []
  let survival = 1
  for (let k = 0; k < INTERVAL_ENDS_MIN.length; k++) {
    let logit = logitBy(ring.intervals[k]!, values, k)
    if (share < 1) logit = share * logit + (1 - share) * logitBy(low.intervals[k]!, values, k)
    survival *= 1 - logistic(logit)
    distribution.push(Math.max(OUT_OF_NOWHERE, 1 - survival))
  }
  return distribution
}

/** Overwritten by each call of `logitBy`. */
const row = new Float64Array(ROW_COUNT)

function logitBy(interval: IntervalModel, values: Float64Array, k: number): number {
  writeRow(values, k, interval, row)
  return evidence(interval.weights, row)
}

type RingModel = FirstStrikeModel['rings'][number]

/** The two nearest fitted radii, and the interpolation weight of the larger. */
interface Between {
  low: RingModel
  high: RingModel
  share: number
}

function betweenOf({ rings }: FirstStrikeModel, ringKm: number): Between {
  const above = rings.findIndex((ring) => ring.ringKm >= ringKm)
  const high = rings.at(above)!
  if (above <= 0 || high.ringKm === ringKm) return { low: high, high, share: 1 }
  const low = rings[above - 1]!
  return { low, high, share: Math.log(ringKm / low.ringKm) / Math.log(high.ringKm / low.ringKm) }
}

/** The distribution calibrated on this server's own forecasts. */
export function calibrated(distribution: Distribution, own: OwnCalibration): Distribution {
  if (distribution === CALM.distribution) return distribution
  let least = 0
  return distribution.map((p, k) => {
    // No verification beyond the longest horizon: its calibration is used.
    const { slope, offset } = own.horizons[Math.min(k, HORIZONS_MIN.length - 1)]!
    least = Math.max(least, logistic(slope * Math.log(p / (1 - p)) + offset))
    return least
  })
}

export function chanceRow(distribution: Distribution): readonly number[] {
  return HORIZONS_MIN.map((_, h) => rounded(distribution[h]!))
}

function rounded(chance: number): number {
  return Math.round(chance * 1e4) / 1e4
}

export function servedChances(row: ChanceRow): Chances {
  if (!row) return UNKNOWN_CHANCES
  return { '10': row[0]!, '15': row[1]!, '30': row[2]!, '60': row[3]! }
}

/** Whether no strike is within reach. */
export function isCalm(first: FirstStrike): boolean {
  return first === CALM
}

export function isInProgress({ struckMin }: FirstStrike): boolean {
  return struckMin < IN_PROGRESS_MIN
}

/**
 * The arrival time of the first strike: quantiles of the distribution. Null if unlikely within the hour. `latest` is at
 * most two hours ahead.
 */
export function arrivalOf(distribution: Distribution, nowMs: number): Arrival | null {
  // By the rounded chance, which is shown beside it.
  if (rounded(distribution[HORIZONS_MIN.length - 1]!) < ARRIVAL_TOLD_FROM) return null
  const at = (share: number) => {
    const seconds = Math.round((quantileMin(distribution, share) * MINUTE_MS) / SECOND_MS)
    return new Date(nowMs + seconds * SECOND_MS).toISOString()
  }
  return { earliest: at(EARLIEST), likely: at(LIKELY), latest: at(LATEST) }
}

/** By when a share of the distribution has struck, minutes; the end of the last interval at most. The hazard is constant within an interval. */
export function quantileMin(distribution: Distribution, share: number): number {
  let fromMin = 0
  let survived = 1
  for (const [k, endMin] of INTERVAL_ENDS_MIN.entries()) {
    const survives = 1 - distribution[k]!
    if (survives <= 1 - share) {
      return fromMin + ((endMin - fromMin) * Math.log((1 - share) / survived)) / Math.log(survives / survived)
    }
    fromMin = endMin
    survived = survives
  }
  return fromMin
}
