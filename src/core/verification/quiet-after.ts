import type { AnotherStrike } from '../../contract/verification/another-strike.ts'
import { MINUTE_MS, SECOND_MS } from '../time/durations.ts'
import { firstFrom } from './ring-strikes.ts'

/** For so many quiet minutes it is counted what follows; with 0 a strike was just now. */
export const QUIET_MIN = [0, 5, 10, 15, 20, 25, 30] as const
/** After so many quiet minutes people ask whether they may go on. */
export const GOING_ON_MIN: readonly number[] = [15, 20, 30]
/** And whether anything strikes within so long. */
export const AGAIN_WITHIN_MIN = 30
/** How many numbers are counted for each of `QUIET_MIN`. */
const COUNTED = 3

export function noQuietCounts(): number[] {
  return new Array<number>(QUIET_MIN.length * COUNTED).fill(0)
}

/**
 * For each of `QUIET_MIN` three whole numbers, which `afterQuietOf` reads: cases, those struck again, and seconds that the
 * ring was closed. By the strikes from one moment up to the other, and only where all of it was observed.
 */
export function quietAfter(
  times: readonly number[],
  fromMs: number,
  toMs: number,
  isWhole: (fromMs: number, toMs: number) => boolean,
): number[] {
  const counts = noQuietCounts()
  for (let i = firstFrom(times, fromMs); i < times.length && times[i]! < toMs; i++) {
    const struckMs = times[i]!
    const nextMs = times[i + 1] ?? Number.POSITIVE_INFINITY
    QUIET_MIN.forEach((quietMin, q) => {
      const quietMs = struckMs + quietMin * MINUTE_MS
      const closedToMs = Math.min(quietMs, nextMs)
      // Seconds of the clock, so that those of strikes within one second add up.
      if (isWhole(struckMs, closedToMs)) {
        counts[COUNTED * q + 2]! += Math.floor(closedToMs / SECOND_MS) - Math.floor(struckMs / SECOND_MS)
      }
      const endMs = quietMs + AGAIN_WITHIN_MIN * MINUTE_MS
      if (nextMs < quietMs || !isWhole(struckMs, endMs)) return
      counts[COUNTED * q]!++
      if (nextMs < endMs) counts[COUNTED * q + 1]!++
    })
  }
  return counts
}

/** What was counted. */
export function afterQuietOf(counts: readonly number[]): AnotherStrike['after'] {
  return QUIET_MIN.map((afterMin, q) => ({
    afterMin,
    cases: counts[COUNTED * q]!,
    struck: counts[COUNTED * q + 1]!,
    closedMin: Math.round(counts[COUNTED * q + 2]! / 60),
  }))
}
