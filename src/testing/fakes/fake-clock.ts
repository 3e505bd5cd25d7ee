import type { Clock } from '../../core/time/clock.ts'

interface Timer {
  atMs: number
  order: number
  everyMs: number | null
  run: () => void
}

export interface FakeClock extends Clock {
  /** Advances time, runs due timers in order, and lets promises settle in between. */
  advance(ms: number): Promise<void>
  /** Advances time while the process sleeps: overdue timers fire once at the next advance, as those of Node do. */
  sleep(ms: number): void
  /** Changes the wall clock only, as a system correction; timers use the monotonic clock. */
  step(ms: number): void
  readonly pending: number
}

/** The start of a fake clock, without fractions of a millisecond. */
export const FAKE_START_MS = Date.UTC(2026, 6, 1, 8)

/** Real clocks have fractional milliseconds, and no two readings are equal. */
const FIRST_FRACTION_MS = 0.3137
const READING_TAKES_MS = 0.0013

/** `rest` waits for all effects of the present time. */
export function createFakeClock(startMs = FAKE_START_MS, rest = settle): FakeClock {
  let elapsedMs = FIRST_FRACTION_MS
  let offsetMs = startMs
  let order = 0
  const timers = new Set<Timer>()

  function add(delayMs: number, everyMs: number | null, run: () => void) {
    const timer: Timer = { atMs: elapsedMs + Math.max(0, delayMs), order: order++, everyMs, run }
    timers.add(timer)
    return () => void timers.delete(timer)
  }

  function nextDue(untilMs: number): Timer | undefined {
    let next: Timer | undefined
    for (const timer of timers) {
      if (timer.atMs > untilMs) continue
      if (!next || timer.atMs < next.atMs || (timer.atMs === next.atMs && timer.order < next.order)) next = timer
    }
    return next
  }

  function read(): number {
    elapsedMs += READING_TAKES_MS
    if (Number.isInteger(offsetMs + elapsedMs) || Number.isInteger(elapsedMs)) elapsedMs += READING_TAKES_MS
    return elapsedMs
  }

  return {
    now: () => offsetMs + read(),
    monotonicMs: read,
    after: (delayMs, run) => add(delayMs, null, run),
    every: (intervalMs, run) => add(intervalMs, intervalMs, run),
    sleep(ms) {
      elapsedMs += ms
      for (const timer of timers) if (timer.everyMs !== null) timer.atMs = Math.max(timer.atMs, elapsedMs)
    },
    step(ms) {
      offsetMs += ms
    },
    get pending() {
      return timers.size
    },
    async advance(ms) {
      const untilMs = elapsedMs + ms + READING_TAKES_MS
      await rest()
      for (let timer = nextDue(untilMs); timer; timer = nextDue(untilMs)) {
        elapsedMs = Math.max(elapsedMs, timer.atMs)
        if (timer.everyMs === null) timers.delete(timer)
        else timer.atMs += Math.max(1, timer.everyMs)
        timer.run()
        await rest()
      }
      elapsedMs = Math.max(elapsedMs, untilMs)
      await rest()
    },
  }
}

/** Lets chains of resolved promises complete. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}
