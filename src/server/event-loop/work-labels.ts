import { type Clock, systemClock } from '../../core/time/clock.ts'

export const UNLABELLED = 'other'

/**
 * Labels work on the event loop, so that a long turn can be attributed. A label covers its callback and the promise
 * continuations of the same turn, and ends with the turn.
 */
export interface WorkLabels {
  /** Runs `run` as `work`: one of a fixed set of names, never client input. */
  run<T>(work: string, run: () => T): T
  /** Labels the rest of this turn, after an `await`. */
  continueAs(work: string): void
  /** The work with the longest stretch since the last call, and its duration. */
  takeLongest(): { work: string; ms: number }
}

export function createWorkLabels(clock: Pick<Clock, 'monotonicMs'>, afterTurn: (run: () => void) => void): WorkLabels {
  let current = UNLABELLED
  let sinceMs = clock.monotonicMs()
  let longest = { work: UNLABELLED, ms: 0 }
  let depth = 0
  let endsWithTurn = false

  /** Accumulates until now and continues as `work`. */
  function goOnAs(work: string): void {
    const nowMs = clock.monotonicMs()
    const ms = nowMs - sinceMs
    if (ms > longest.ms) longest = { work: current, ms }
    current = work
    sinceMs = nowMs
  }

  /** Consecutive calls of the same work form one stretch: many short calls in one turn block it like one long call. */
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

/** Labels of this process, which has one event loop. */
export const workLabels = createWorkLabels(systemClock, setImmediate)

/** A copy of `clock` whose callbacks run as `work`. */
export function labelledClock(work: string, clock: Clock, labels: WorkLabels = workLabels): Clock {
  return {
    now: () => clock.now(),
    monotonicMs: () => clock.monotonicMs(),
    after: (delayMs, run) => clock.after(delayMs, () => labels.run(work, run)),
    every: (intervalMs, run) => clock.every(intervalMs, () => labels.run(work, run)),
  }
}
