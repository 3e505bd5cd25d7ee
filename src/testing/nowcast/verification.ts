import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import { Contingency, RELIABILITY_BINS, WARNED_FROM } from '../../core/verification/contingency.ts'

/** One place at one update: its probabilities by horizon, and the time until it was struck. */
export interface Case {
  /** Probabilities, 0 to 1, by horizon. */
  chances: readonly number[]
  /** Whether a single motion of the whole box moves a strike there, by horizon. */
  plain: readonly boolean[]
  struckInLast10Min: boolean
  /** Infinity if it was not struck within the longest horizon. */
  struckAfterMin: number
}

export interface HorizonScores {
  minutes: number
  nowcast: { all: Contingency; onset: Contingency }
  plain: { all: Contingency; onset: Contingency }
  persistence: { all: Contingency }
  /** Mean squared errors of the probability, and of persistence as 0 or 1. */
  brier: { nowcast: number; persistence: number; skill: number }
  /** By tenths of probability: cases, mean probability, and how often it happened. */
  reliability: { cases: number; said: number; happened: number }[]
}

/** Scores of all cases by horizon. `onset` are those of places without a strike in the last ten minutes. */
export function verify(cases: readonly Case[]): HorizonScores[] {
  return HORIZONS_MIN.map((minutes, h) => {
    const scores = {
      minutes,
      nowcast: { all: new Contingency(), onset: new Contingency() },
      plain: { all: new Contingency(), onset: new Contingency() },
      persistence: { all: new Contingency() },
    }
    const reliability = Array.from({ length: RELIABILITY_BINS }, () => ({ cases: 0, said: 0, happened: 0 }))
    let nowcast = 0
    let persistence = 0
    for (const { chances, plain, struckInLast10Min, struckAfterMin } of cases) {
      const happened = struckAfterMin < minutes
      const event = happened ? 1 : 0
      const chance = chances[h]!
      scores.nowcast.all.add(chance >= WARNED_FROM.all, happened)
      scores.plain.all.add(plain[h]!, happened)
      scores.persistence.all.add(struckInLast10Min, happened)
      if (!struckInLast10Min) {
        scores.nowcast.onset.add(chance >= WARNED_FROM.onset, happened)
        scores.plain.onset.add(plain[h]!, happened)
      }
      nowcast += (chance - event) ** 2
      persistence += ((struckInLast10Min ? 1 : 0) - event) ** 2
      const bin = reliability[Math.min(RELIABILITY_BINS - 1, Math.floor(chance * RELIABILITY_BINS))]!
      bin.cases++
      bin.said += chance
      bin.happened += event
    }
    for (const bin of reliability) {
      bin.said /= Math.max(1, bin.cases)
      bin.happened /= Math.max(1, bin.cases)
    }
    const brier = {
      nowcast: nowcast / cases.length,
      persistence: persistence / cases.length,
      skill: 1 - nowcast / persistence,
    }
    return { ...scores, brier, reliability }
  })
}
