import { describe, expect, it } from 'vitest'
import { calibrated, chanceRow } from './first-strike.ts'
import { logistic } from './logistic.ts'
import { EVIDENCE_STEPS, evidenceStep, fitOwnCalibration } from './own-calibration.ts'

const PERIOD = { sinceMs: 0, untilMs: 86_400_000 }

/** The same number of cases per logit; the share `truth` of them came true. */
function counted(of: number, truth: (z: number) => number): number[] {
  const counts = new Array<number>(2 * EVIDENCE_STEPS).fill(0)
  for (let z = -3.875; z < 6; z += 0.25) {
    const step = evidenceStep(logistic(z))
    counts[step] = of
    counts[EVIDENCE_STEPS + step] = Math.round(of * truth(z))
  }
  return counts
}

describe('a server’s calibration on its own forecasts', () => {
  it('is the excess or deficit of the forecasts', () => {
    const overSure = counted(10_000, (z) => logistic(0.5 * z - 0.3))
    const own = fitOwnCalibration([overSure, overSure, overSure, overSure], PERIOD)!
    for (const { slope, offset, cases } of own.horizons) {
      expect(slope).toBeCloseTo(0.5, 2)
      expect(offset).toBeCloseTo(-0.3, 2)
      expect(cases).toBe(400_000)
    }
    const distribution = [0, 1, 2, 2.5, 3].map(logistic)
    const told = chanceRow(calibrated(distribution, own))
    ;[0, 1, 2, 2.5].forEach((z, h) => {
      expect(told[h]).toBeCloseTo(logistic(0.5 * z - 0.3), 2)
    })
  })

  it('is absent without enough cases of each horizon, and for a negative slope', () => {
    const enough = counted(1_000, (z) => logistic(z))
    expect(fitOwnCalibration([enough, enough, enough, enough], PERIOD)).not.toBeNull()
    const few = counted(10, (z) => logistic(z))
    expect(fitOwnCalibration([enough, enough, enough, few], PERIOD)).toBeNull()
    const wrong = counted(1_000, (z) => logistic(-z))
    expect(fitOwnCalibration([enough, wrong, enough, enough], PERIOD)).toBeNull()
  })

  it('is not computed from hardly expected events', () => {
    expect(evidenceStep(0.001)).toBe(-1)
    expect(evidenceStep(0.02)).toBe(0)
    expect(evidenceStep(0.99999)).toBe(EVIDENCE_STEPS - 1)
  })
})
