import { MINUTE_MS } from '../time/durations.ts'
import { firstFrom } from './ring-strikes.ts'

/** After so many quiet minutes people ask whether they may go on. */
export const QUIET_MIN = [15, 20, 30] as const
/** And whether anything strikes within so long. */
export const AGAIN_WITHIN_MIN = 30

/**
 * For each of `QUIET_MIN` two numbers: how often a ring was quiet for so long after a strike, and how often another one
 * followed within `AGAIN_WITHIN_MIN`. By the strikes from one moment up to the other, and only where all of it was observed.
 */
export function quietAfter(
  times: readonly number[],
  fromMs: number,
  toMs: number,
  isWhole: (fromMs: number, toMs: number) => boolean,
): number[] {
  const counts = QUIET_MIN.flatMap(() => [0, 0])
  for (let i = firstFrom(times, fromMs); i < times.length && times[i]! < toMs; i++) {
    const struckMs = times[i]!
    const nextMs = times[i + 1] ?? Number.POSITIVE_INFINITY
    QUIET_MIN.forEach((quietMin, q) => {
      const quietMs = struckMs + quietMin * MINUTE_MS
      const endMs = quietMs + AGAIN_WITHIN_MIN * MINUTE_MS
      if (nextMs < quietMs || !isWhole(struckMs, endMs)) return
      counts[2 * q]!++
      if (nextMs < endMs) counts[2 * q + 1]!++
    })
  }
  return counts
}
