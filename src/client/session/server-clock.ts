import type { Clock } from '../../core/time/clock.ts'

/** The server's time as one answer told it, and between which two moments of ours (monotonic) it was told. */
export interface ServerTimeSample {
  /** Unix ms as the server wrote it, rounded down to `resolutionMs`. */
  serverMs: number
  /** 1000 for an HTTP `Date`. */
  resolutionMs: number
  sentMs: number
  receivedMs: number
}

export interface ServerClock extends Clock {
  observe(sample: ServerTimeSample): void
}

/** How far two clocks may drift apart: 100 parts per million, three times what a bad quartz does. */
const DRIFT = 1e-4

/**
 * A clock that tells the server's time. It runs on the monotonic clock, so that the wall clock of a display may be
 * wrong, or be put right, without anything changing here. Before the first sample it tells the local time, put forward by
 * `aheadMs`.
 *
 * Each sample bounds the offset from both sides by its round trip; bounds that agree are intersected, so the quickest
 * round trips win and the one-second steps of `Date` wear off.
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
      // Bounds that contradict: a clock was set, or the machine slept and its monotonic clock with it.
      held =
        agreedLow <= agreedHigh
          ? { low: agreedLow, high: agreedHigh, atMs: receivedMs }
          : { low, high, atMs: receivedMs }
    },
  }
}
