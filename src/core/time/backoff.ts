import type { Random } from '../util/random.ts'

export const BACKOFF_MIN_MS = 500
export const BACKOFF_MAX_MS = 30_000

/** Full-jitter delay before attempt `attempt` (0 is the first retry): uniform up to a doubling, capped ceiling. */
export function backoffMs(attempt: number, random: Random, maxMs: number = BACKOFF_MAX_MS): number {
  const ceilingMs = Math.min(maxMs, BACKOFF_MIN_MS * 2 ** (attempt + 1))
  return BACKOFF_MIN_MS + random() * (ceilingMs - BACKOFF_MIN_MS)
}
