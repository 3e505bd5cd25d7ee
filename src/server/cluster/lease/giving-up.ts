import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/** Longer than the others need to see that the lease is over. */
const FIRST_PAUSE_MS = 3_000
/** Where nobody else is there, nobody leads meanwhile: no longer than this. */
const PAUSE_MAX_MS = 15_000
/** A lead that lasted this long was a good one: what went wrong before it no longer counts. */
const GOOD_AFTER_MS = MINUTE_MS

/**
 * Whoever gave up the lead because nothing could be written, or another one writes, leaves it to others for a while, and for
 * twice as long each time: what is in its way may be its own way alone.
 */
export function createGivingUp(clock: Pick<Clock, 'monotonicMs'>) {
  let pauseMs = FIRST_PAUSE_MS
  let untilMs = Number.NEGATIVE_INFINITY // monotonic
  let gainedMs = untilMs
  return {
    gained() {
      gainedMs = clock.monotonicMs()
    },
    gaveUp() {
      const nowMs = clock.monotonicMs()
      if (nowMs - gainedMs >= GOOD_AFTER_MS) pauseMs = FIRST_PAUSE_MS
      untilMs = nowMs + pauseMs
      pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)
    },
    mayTake: () => clock.monotonicMs() >= untilMs,
  }
}
