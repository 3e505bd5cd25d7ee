import type { Random } from '../util/random.ts'

export const BACKOFF_MIN_MS = 500
export const BACKOFF_MAX_MS = 30_000

/** Full-jitter delay before attempt `attempt` (0 is the first retry): uniform up to a doubling, capped ceiling. */
export function backoffMs(attempt: number, random: Random, maxMs: number = BACKOFF_MAX_MS): number {
  const ceilingMs = doublingMs(attempt, 2 * BACKOFF_MIN_MS, maxMs)
  return BACKOFF_MIN_MS + random() * (ceilingMs - BACKOFF_MIN_MS)
}

/** Delay without jitter before attempt `attempt` (0 is the first retry): doubles from `firstMs` up to `maxMs`. */
export function doublingMs(attempt: number, firstMs: number, maxMs: number): number {
  return Math.min(maxMs, firstMs * 2 ** attempt)
}
