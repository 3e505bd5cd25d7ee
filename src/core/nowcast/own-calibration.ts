import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import { fitLogistic } from './logistic.ts'

/** A server's calibration on its own forecasts, by horizon: `slope` times the logit plus `offset`. */
export interface OwnCalibration {
  /** The first counted day, and the day after the last one; Unix ms. */
  sinceMs: number
  untilMs: number
  horizons: readonly { slope: number; offset: number; cases: number; came: number }[]
}

/** Logits are counted by steps of this width, between these ends: probabilities of 2 % to 99.7 %. */
const STEP = 0.25
const LOWEST = -4
const HIGHEST = 6
export const EVIDENCE_STEPS = (HIGHEST - LOWEST) / STEP
/** Minimum number of events, and of non-events, at each horizon before a server uses its own calibration. */
export const ENOUGH_CAME = 500
const RIDGE = 1e-6

/** The step of the logit of a probability; -1 below all steps. */
export function evidenceStep(probability: number): number {
  const z = Math.log(probability / (1 - probability))
  return z < LOWEST ? -1 : Math.min(EVIDENCE_STEPS - 1, Math.floor((z - LOWEST) / STEP))
}

/**
 * Fits the logistic calibration to counted cases: by horizon the number of cases in each logit step, then the number of
 * events in each. Null while there are too few to improve on the shipped calibration.
 */
export function fitOwnCalibration(
  counted: readonly (readonly number[])[],
  period: { sinceMs: number; untilMs: number },
): OwnCalibration | null {
  const horizons = counted.map((counts) => {
    const features: number[] = []
    const happened: number[] = []
    const weights: number[] = []
    for (let step = 0; step < EVIDENCE_STEPS; step++) {
      const came = counts[EVIDENCE_STEPS + step]!
      features.push(LOWEST + (step + 0.5) * STEP, LOWEST + (step + 0.5) * STEP)
      happened.push(1, 0)
      weights.push(came, counts[step]! - came)
    }
    const sum = (which: 0 | 1) => weights.reduce((all, weight, i) => (i % 2 === which ? all + weight : all), 0)
    const came = sum(0)
    const not = sum(1)
    if (came < ENOUGH_CAME || not < ENOUGH_CAME) return null
    const [offset, slope] = fitLogistic(features, 1, happened, weights, RIDGE) as [number, number]
    // A negative slope would not be a calibration.
    return slope > 0 ? { slope, offset, cases: came + not, came } : null
  })
  const known = horizons.filter((horizon) => horizon !== null)
  return known.length === HORIZONS_MIN.length ? { ...period, horizons: known } : null
}
