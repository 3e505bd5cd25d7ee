import { expect, it } from 'vitest'
import { seededRandom } from '../util/random.ts'
import { afterQuietOf, noQuietCounts, QUIET_MIN, quietAfter } from './quiet-after.ts'
import { sumOf } from './score-sums.ts'

const HOURS = 30
const LENGTH_S = HOURS * 3_600

/** Bursts of strikes with pauses of up to some 70 minutes, in whole seconds; and unobserved spans. */
function some(seed: string) {
  const random = seededRandom(seed)
  const strikes: number[] = []
  for (let second = 0; second < LENGTH_S; ) {
    strikes.push(second)
    second += Math.ceil(random() < 0.7 ? random() * 300 : random() * 4_200)
  }
  const gaps = Array.from({ length: 4 }, () => {
    const fromS = Math.floor(random() * LENGTH_S)
    return { fromS, toS: fromS + 60 + Math.floor(random() * 900) }
  })
  return { strikes, gaps }
}

/** The same by looking at each second. */
function plainly({ strikes, gaps }: ReturnType<typeof some>) {
  const struck = new Set(strikes)
  const isObserved = (second: number) => gaps.every(({ fromS, toS }) => second < fromS || second >= toS)
  return QUIET_MIN.map((afterMin) => {
    let cases = 0
    let again = 0
    let closedS = 0
    for (const strike of strikes) {
      let isKnown = true
      let isQuiet = true
      let follows = false
      let waitedS = 0
      for (let second = strike; second < strike + (afterMin + 30) * 60; second++) {
        const isWaiting = second < strike + afterMin * 60
        if (second > strike && struck.has(second)) {
          if (isWaiting) isQuiet = false
          else follows = true
        }
        if (!isObserved(second)) {
          // An unobserved part of the wait makes the whole wait unknown.
          if (isWaiting && isQuiet) waitedS = Number.NaN
          isKnown = false
        }
        if (isWaiting && isQuiet) waitedS++
      }
      // A strike at the very end of the wait already follows it.
      if (afterMin === 0) isQuiet = true
      if (isQuiet && isKnown) cases++
      if (isQuiet && isKnown && follows) again++
      if (!Number.isNaN(waitedS)) closedS += waitedS
    }
    return { afterMin, cases, struck: again, closedMin: Math.round(closedS / 60) }
  })
}

it.each(['a', 'b', 'c'])('counts what looking at each second counts, in pieces of an hour: %s', (seed) => {
  const days = some(seed)
  const times = days.strikes.map((second) => second * 1_000)
  const isWhole = (fromMs: number, toMs: number) =>
    days.gaps.every(({ fromS, toS }) => toS * 1_000 <= fromMs || fromS * 1_000 >= toMs)
  const counts = Array.from({ length: HOURS }, (_, hour) =>
    quietAfter(times, hour * 3_600_000, (hour + 1) * 3_600_000, isWhole),
  ).reduce(sumOf, noQuietCounts())
  const plain = plainly(days)
  expect(plain.every(({ cases }) => cases > 10)).toBe(true)
  expect(afterQuietOf(counts)).toEqual(plain)
})
