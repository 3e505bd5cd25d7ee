import type { FirstStrikeModel, IntervalModel } from '../../src/core/nowcast/first-strike.ts'
import { fitLogistic } from '../../src/core/nowcast/logistic.ts'
import {
  BASE_COUNT,
  INTERVAL_ENDS_MIN,
  indexOfBase,
  RING_FEATURES,
  ROW_COUNT,
  writeRow,
} from '../../src/core/nowcast/place-features.ts'
import { FIT_RINGS_KM, type FitCases, valuesOf } from './fit-cases.ts'

const RIDGE = 3
/** Each event has equal weight, for any duration and size of its boxes: that of this many strikes. */
const STRIKES_OF_EVENT = 1_000
/** An event with fewer strikes in an interval counts less. */
const STRIKES_MIN = 20

/** The model with the best fit to some windows: of all rings, or of one. */
export function fitModel(all: readonly FitCases[], rings = FIT_RINGS_KM.keys().toArray()): FirstStrikeModel {
  return {
    rings: rings.map((ring) => ({
      ringKm: FIT_RINGS_KM[ring]!,
      intervals: INTERVAL_ENDS_MIN.map((_, k) => fitInterval(all, ring, k)),
    })),
  }
}

/** The hazard of an interval, by the cases that were not struck before it and are recorded to its end. */
function fitInterval(all: readonly FitCases[], ring: number, k: number): IntervalModel {
  const fromMin = k === 0 ? 0 : INTERVAL_ENDS_MIN[k - 1]!
  const toMin = INTERVAL_ENDS_MIN[k]!
  const rows: { cases: FitCases; i: number; happened: number }[] = []
  const struckOf = new Map<string, number>()
  const least = new Array<number>(BASE_COUNT).fill(Number.POSITIVE_INFINITY)
  const most = new Array<number>(BASE_COUNT).fill(Number.NEGATIVE_INFINITY)
  for (const cases of all) {
    for (let i = 0; i < cases.count; i++) {
      const after = cases.struckAfterMin[ring]![i]!
      if (after < fromMin || cases.knownMin[i]! < toMin) continue
      const happened = after < toMin ? 1 : 0
      const { event } = cases.window
      struckOf.set(event, (struckOf.get(event) ?? 0) + happened)
      rows.push({ cases, i, happened })
      for (let b = 0; b < BASE_COUNT; b++) {
        const value = cases.features[ring]![i * RING_FEATURES + indexOfBase(k, b)]!
        least[b] = Math.min(least[b]!, value)
        most[b] = Math.max(most[b]!, value)
      }
    }
  }
  const limits = { least: least.map(short), most: most.map(short) }
  const features = new Float64Array(rows.length * ROW_COUNT)
  const row = new Float64Array(ROW_COUNT)
  rows.forEach(({ cases, i }, at) => {
    writeRow(valuesOf(cases, ring, i), k, limits, row)
    features.set(row, at * ROW_COUNT)
  })
  const counts = rows.map(({ cases }) => STRIKES_OF_EVENT / Math.max(STRIKES_MIN, struckOf.get(cases.window.event)!))
  const happened = rows.map((each) => each.happened)
  return { weights: fitScaled(features, happened, counts).map(short), ...limits }
}

/** Features are scaled to a standard deviation of 1, so that the ridge means the same for each. */
function fitScaled(features: Float64Array, happened: readonly number[], counts: readonly number[]): number[] {
  const n = happened.length
  const mean = new Float64Array(ROW_COUNT)
  const scale = new Float64Array(ROW_COUNT)
  for (let at = 0; at < features.length; at++) mean[at % ROW_COUNT]! += features[at]! / n
  for (let at = 0; at < features.length; at++)
    scale[at % ROW_COUNT]! += (features[at]! - mean[at % ROW_COUNT]!) ** 2 / n
  for (let f = 0; f < ROW_COUNT; f++) scale[f] = Math.sqrt(scale[f]!) || 1
  for (let at = 0; at < features.length; at++)
    features[at] = (features[at]! - mean[at % ROW_COUNT]!) / scale[at % ROW_COUNT]!
  const [constant, ...weights] = fitLogistic(features, ROW_COUNT, happened, counts, RIDGE)
  const unscaled = weights.map((weight, f) => weight / scale[f]!)
  return [unscaled.reduce((sum, weight, f) => sum - weight * mean[f]!, constant!), ...unscaled]
}

function short(value: number): number {
  return Number(value.toPrecision(6))
}
