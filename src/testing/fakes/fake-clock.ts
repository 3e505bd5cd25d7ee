import type { Clock } from '../../core/time/clock.ts'

interface Timer {
  atMs: number
  order: number
  everyMs: number | null
  run: () => void
}

export interface FakeClock extends Clock {
  /** Moves time on, running what falls due in order, and letting promises settle in between. */
  advance(ms: number): Promise<void>
  /** Steps the wall clock alone, as a correction by the system would; timers go by the monotonic one. */
  step(ms: number): void
  readonly pending: number
}

/** `rest` waits until everything that a moment brought about has happened. */
export function createFakeClock(startMs = Date.UTC(2026, 6, 1, 8), rest = settle): FakeClock {
  let elapsedMs = 0
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

  return {
    now: () => offsetMs + elapsedMs,
    monotonicMs: () => elapsedMs,
    after: (delayMs, run) => add(delayMs, null, run),
    every: (intervalMs, run) => add(intervalMs, intervalMs, run),
    step(ms) {
      offsetMs += ms
    },
    get pending() {
      return timers.size
    },
    async advance(ms) {
      const untilMs = elapsedMs + ms
      await rest()
      for (let timer = nextDue(untilMs); timer; timer = nextDue(untilMs)) {
        elapsedMs = Math.max(elapsedMs, timer.atMs)
        if (timer.everyMs === null) timers.delete(timer)
        else timer.atMs += Math.max(1, timer.everyMs)
        timer.run()
        await rest()
      }
      elapsedMs = untilMs
      await rest()
    },
  }
}

/** Lets chains of already resolved promises run out. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}
