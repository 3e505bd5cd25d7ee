import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import { EVIDENCE_STEPS } from '../nowcast/own-calibration.ts'
import { RELIABILITY_BINS } from './contingency.ts'
import { noQuietCounts } from './quiet-after.ts'

/** Counters as integers, so that sums are independent of order and grouping. */

/** Resolution of stored probabilities. */
export const PARTS = 10_000

/** Of a ring and a horizon. A case is a minute with a forecast for a ring, or followed by a strike in it. */
export interface HorizonSums {
  cases: number
  /** Cases with a strike. */
  came: number
  /** Sum of squared errors of the probability, in `PARTS`. */
  squares: number
  /** Cases with a warning, and with a warning and a strike. */
  warned: number
  warnedCame: number
  /** Cases without a strike in the ten minutes before, and the same figures for them. */
  onset: number
  onsetCame: number
  onsetWarned: number
  onsetWarnedCame: number
  /** Cases with a strike in the ten minutes before, for which persistence predicts another. */
  persisted: number
  persistedCame: number
  /** First strikes after ten minutes without one, those with a warning, and the sum of their lead times in seconds. */
  firsts: number
  firstsWarned: number
  leadS: number
  /** By tenths of probability: cases, sum of forecasts in `PARTS`, and cases with a strike. */
  binCases: number[]
  binTold: number[]
  binCame: number[]
}

export interface RingSums {
  horizons: HorizonSums[]
  /**
   * Predicted arrivals within half an hour, those followed by a strike within the hour, and the sum of their time
   * errors in seconds.
   */
  arrivals: { told: number; came: number; offS: number }
  /** As counted by `quietAfter`; absent in days stored by older versions. */
  again?: number[]
}

export interface DaySums {
  /** By the radius in km. */
  rings: Record<string, RingSums>
}

export interface AllSums extends DaySums {
  /** By horizon, input of `fitOwnCalibration`. */
  evidence: number[][]
  /** Minutes, and those without a score: no nowcast, or insufficient coverage. */
  minutes: { all: number; notReckoned: number; unknown: number }
  /** By horizon: minutes with a forecast but incomplete coverage afterwards. */
  unverified: number[]
}

export function noRingSums(): Required<RingSums> {
  const zeros = () => new Array<number>(RELIABILITY_BINS).fill(0)
  return {
    horizons: HORIZONS_MIN.map(() => ({
      cases: 0,
      came: 0,
      squares: 0,
      warned: 0,
      warnedCame: 0,
      onset: 0,
      onsetCame: 0,
      onsetWarned: 0,
      onsetWarnedCame: 0,
      persisted: 0,
      persistedCame: 0,
      firsts: 0,
      firstsWarned: 0,
      leadS: 0,
      binCases: zeros(),
      binTold: zeros(),
      binCame: zeros(),
    })),
    arrivals: { told: 0, came: 0, offS: 0 },
    again: noQuietCounts(),
  }
}

export function noSums(): AllSums {
  return {
    rings: {},
    evidence: HORIZONS_MIN.map(() => new Array<number>(2 * EVIDENCE_STEPS).fill(0)),
    minutes: { all: 0, notReckoned: 0, unknown: 0 },
    unverified: HORIZONS_MIN.map(() => 0),
  }
}

/** Adds the sums of a ring in place: in an outbreak an hour has tens of thousands of rings. */
export function addRingSums(to: RingSums, from: RingSums): void {
  to.horizons.forEach((sums, h) => {
    const { binCases, binTold, binCame, ...counts } = from.horizons[h]!
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) sums[name] += counts[name]
    addRow(sums.binCases, binCases)
    addRow(sums.binTold, binTold)
    addRow(sums.binCame, binCame)
  })
  to.arrivals.told += from.arrivals.told
  to.arrivals.came += from.arrivals.came
  to.arrivals.offS += from.arrivals.offS
  to.again ??= noQuietCounts()
  addRow(to.again, from.again ?? [])
}

function addRow(to: number[], from: readonly number[]): void {
  for (let i = 0; i < from.length; i++) to[i]! += from[i]!
}

/** Adds numbers, and objects field by field. */
export function sumOf<Sums>(a: Sums, b: Sums): Sums {
  return added(a, b) as Sums
}

function added(a: unknown, b: unknown): unknown {
  if (a === undefined) return b
  if (b === undefined) return a
  if (typeof a === 'number' && typeof b === 'number') return a + b
  if (Array.isArray(a) && Array.isArray(b)) return a.map((each, i) => added(each, b[i]))
  const left = a as Record<string, unknown>
  const right = b as Record<string, unknown>
  const keys = new Set([...Object.keys(left), ...Object.keys(right)])
  return Object.fromEntries([...keys].map((key) => [key, added(left[key], right[key])]))
}
