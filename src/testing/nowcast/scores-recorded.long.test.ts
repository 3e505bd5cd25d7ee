import { expect, it } from 'vitest'
import { casesOf } from '../../../scripts/nowcast/cases.ts'
import { JUDGED } from '../../../scripts/nowcast/recorded.ts'
import { type HorizonScores, verify } from './verification.ts'

/** The scores that `npm run nowcast:verify` prints of recorded storms outside the fit. */

/** The limit for each storm; the limit for all together is tighter. */
const OFF_BY_MAX = 0.18
const OFF_BY_MAX_TOGETHER = 0.1
const CASES_MIN = 50

const onsetGains: number[] = []
const scored: HorizonScores[][] = []

it.each(JUDGED)('is better than one motion for the box, and than persistence: $name', (storm) => {
  const scores = verify(casesOf(storm))
  for (const { nowcast, plain, persistence, brier, reliability } of scores) {
    // One motion for the box is as good where a whole line of storms moves as one.
    expect(nowcast.all.csi).toBeGreaterThan(plain.all.csi - 0.03)
    expect(nowcast.all.csi).toBeGreaterThan(persistence.all.csi)
    expect(nowcast.onset.csi).toBeGreaterThan(plain.onset.csi)
    expect(brier.skill).toBeGreaterThan(0.3)
    for (const { cases, said, happened } of reliability) {
      if (cases >= CASES_MIN) expect(Math.abs(said - happened)).toBeLessThan(OFF_BY_MAX)
    }
  }
  onsetGains.push(onsetGainOf(scores, 30))
  scored.push(scores)
})

it('finds more first strikes within 30 minutes than one motion does, in the mean of the storms', () => {
  expect(onsetGains).toHaveLength(JUDGED.length)
  expect(onsetGains.reduce((sum, gain) => sum + gain, 0) / onsetGains.length).toBeGreaterThan(0.04)
})

it('is calibrated on all storms together', () => {
  for (const [h, { reliability }] of scored[0]!.entries()) {
    reliability.forEach((_, bin) => {
      const ofStorms = scored.map((scores) => scores[h]!.reliability[bin]!)
      const sumOf = (each: (storm: HorizonScores['reliability'][number]) => number) =>
        ofStorms.reduce((sum, storm) => sum + each(storm), 0)
      const off = sumOf(({ cases, said, happened }) => cases * (said - happened)) / sumOf(({ cases }) => cases)
      expect(Math.abs(off)).toBeLessThan(OFF_BY_MAX_TOGETHER)
    })
  }
})

function onsetGainOf(scores: readonly HorizonScores[], minutes: number): number {
  const { nowcast, plain } = scores.find((each) => each.minutes === minutes)!
  return nowcast.onset.csi - plain.onset.csi
}
