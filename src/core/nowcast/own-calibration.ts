import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import { fitLogistic } from './logistic.ts'

/** What a server has learned of its own forecasts, by horizon: the evidence times `slope` plus `offset` is what came true. */
export interface OwnCalibration {
  /** The first day of which forecasts were counted, and the day before which the last one was; Unix ms. */
  sinceMs: number
  untilMs: number
  horizons: readonly { slope: number; offset: number; cases: number; came: number }[]
}

/** Evidence is counted by steps of this width, between these ends: probabilities of 2 % to 99.7 %. */
const STEP = 0.25
const LOWEST = -4
const HIGHEST = 6
export const EVIDENCE_STEPS = (HIGHEST - LOWEST) / STEP
/** So much must have come true, and so much not, at each horizon, before a server goes by its own history. */
export const ENOUGH_CAME = 500
const RIDGE = 1e-6

/** In which step the evidence of a probability lies; -1 below all of them. */
export function evidenceStep(probability: number): number {
  const z = Math.log(probability / (1 - probability))
  return z < LOWEST ? -1 : Math.min(EVIDENCE_STEPS - 1, Math.floor((z - LOWEST) / STEP))
}

/**
 * The logistic calibration that fits counted cases best: by horizon, for each step of evidence how many there were, and then
 * for each how many came true. Null while that is too few to know better than what is shipped.
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
    // More evidence for a strike that makes it less likely is no calibration.
    return slope > 0 ? { slope, offset, cases: came + not, came } : null
  })
  const known = horizons.filter((horizon) => horizon !== null)
  return known.length === HORIZONS_MIN.length ? { ...period, horizons: known } : null
}
