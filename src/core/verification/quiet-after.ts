import type { AnotherStrike } from '../../contract/verification/another-strike.ts'
import { MINUTE_MS, SECOND_MS } from '../time/durations.ts'
import { firstFrom } from './ring-strikes.ts'

/** Minutes without a strike for which outcomes are counted; 0 means a strike just now. */
export const QUIET_MIN = [0, 5, 10, 15, 20, 25, 30] as const
export const HOLD_TIMES_MIN: readonly number[] = [15, 20, 30]
/** Period in which another strike counts. */
export const AGAIN_WITHIN_MIN = 30
/** Counters per entry of `QUIET_MIN`. */
const COUNTED = 3

export function noQuietCounts(): number[] {
  return new Array<number>(QUIET_MIN.length * COUNTED).fill(0)
}

/**
 * Three integers per entry of `QUIET_MIN`, for `afterQuietOf`: cases, cases with another strike, and seconds of
 * closure. From the strikes in [fromMs, toMs), only with complete coverage.
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
      // Whole clock seconds, so that strikes within one second add up.
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

export function afterQuietOf(counts: readonly number[]): AnotherStrike['after'] {
  return QUIET_MIN.map((afterMin, q) => ({
    afterMin,
    cases: counts[COUNTED * q]!,
    struck: counts[COUNTED * q + 1]!,
    closedMin: Math.round(counts[COUNTED * q + 2]! / 60),
  }))
}
