import { type Clock, systemClock } from '../../core/time/clock.ts'

/** Work that has no label. */
export const UNLABELLED = 'other'

/**
 * Names what the event loop does, so that a turn that takes too long can be traced to a kind of work. A label covers its
 * callback and the promise continuations of the same turn; it ends with the turn.
 */
export interface WorkLabels {
  /** Runs `run` as `work`: one of a fixed set of names, never text of a client. */
  run<T>(work: string, run: () => T): T
  /** The rest of this turn is `work`: for what goes on after an `await`. */
  continueAs(work: string): void
  /** The work that took longest at a stretch, and for how long, since this was asked last. */
  takeLongest(): { work: string; ms: number }
}

export function createWorkLabels(clock: Pick<Clock, 'monotonicMs'>, afterTurn: (run: () => void) => void): WorkLabels {
  let current = UNLABELLED
  let sinceMs = clock.monotonicMs()
  let longest = { work: UNLABELLED, ms: 0 }
  let depth = 0
  let endsWithTurn = false

  /** Adds up until now, and goes on as `work`. */
  function goOnAs(work: string): void {
    const nowMs = clock.monotonicMs()
    const ms = nowMs - sinceMs
    if (ms > longest.ms) longest = { work: current, ms }
    current = work
    sinceMs = nowMs
  }

  /** The same work again is one stretch: many short calls in one turn block it as one long call does. */
  function change(work: string): void {
    if (work !== current) goOnAs(work)
  }

  function endWithTurn(): void {
    if (endsWithTurn) return
    endsWithTurn = true
    afterTurn(() => {
      endsWithTurn = false
      change(UNLABELLED)
    })
  }

  return {
    run(work, run) {
      const outer = current
      change(work)
      depth++
      try {
        return run()
      } finally {
        depth--
        if (depth > 0) change(outer)
        else endWithTurn()
      }
    },
    continueAs(work) {
      change(work)
      endWithTurn()
    },
    takeLongest() {
      goOnAs(current)
      const taken = longest
      longest = { work: UNLABELLED, ms: 0 }
      return taken
    },
  }
}

/** Those of this process, which has one event loop. */
export const workLabels = createWorkLabels(systemClock, setImmediate)

/** `clock` with callbacks that run as `work`. */
export function labelledClock(work: string, clock: Clock, labels: WorkLabels = workLabels): Clock {
  return {
    now: () => clock.now(),
    monotonicMs: () => clock.monotonicMs(),
    after: (delayMs, run) => clock.after(delayMs, () => labels.run(work, run)),
    every: (intervalMs, run) => clock.every(intervalMs, () => labels.run(work, run)),
  }
}
