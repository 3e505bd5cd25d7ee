import type { Clock } from '../../core/time/clock.ts'

/** A server time and the local (monotonic) times between which it was sent. */
export interface ServerTimeSample {
  /** Unix ms as sent, rounded down to `resolutionMs`. */
  serverMs: number
  /** 1000 for an HTTP `Date`. */
  resolutionMs: number
  sentMs: number
  receivedMs: number
}

export interface ServerClock extends Clock {
  observe(sample: ServerTimeSample): void
}

/** Maximum clock drift: 100 parts per million, three times that of a bad quartz. */
const DRIFT = 1e-4

/**
 * A clock of server time, based on the monotonic clock, so that a wrong or corrected wall clock has no effect. Before
 * the first sample it is the local time plus `aheadMs`.
 *
 * Each sample bounds the offset from both sides by its round trip; consistent bounds are intersected, so that the
 * fastest round trips dominate and the one-second resolution of `Date` averages out.
 */
export function createServerClock(clock: Clock, aheadMs = 0): ServerClock {
  let held: { low: number; high: number; atMs: number } | null = null

  function offsetMs(): number | null {
    return held && (held.low + held.high) / 2
  }

  return {
    now() {
      const offset = offsetMs()
      return offset === null ? clock.now() + aheadMs : clock.monotonicMs() + offset
    },
    monotonicMs: () => clock.monotonicMs(),
    after: (delayMs, run) => clock.after(delayMs, run),
    every: (intervalMs, run) => clock.every(intervalMs, run),
    observe({ serverMs, resolutionMs, sentMs, receivedMs }) {
      const low = serverMs - receivedMs
      const high = serverMs + resolutionMs - sentMs
      const spread = held ? Math.abs(receivedMs - held.atMs) * DRIFT : 0
      const agreedLow = held ? Math.max(low, held.low - spread) : low
      const agreedHigh = held ? Math.min(high, held.high + spread) : high
      // Contradictory bounds: a clock was set, or the machine slept and its monotonic clock stopped.
      held =
        agreedLow <= agreedHigh
          ? { low: agreedLow, high: agreedHigh, atMs: receivedMs }
          : { low, high, atMs: receivedMs }
    },
  }
}
