import type { Clock } from '../../../core/time/clock.ts'

/** The longest that live records wait for the join, so that a slow REST side holds up nobody's screen. */
const HOLD_MAX_MS = 1_000

/** Live records that wait until what the line missed before them is here. */
export interface HeldRecords<R> {
  readonly isHolding: boolean
  /** Holds back what comes from now on, for a second at most. */
  hold(): void
  /** While it holds. */
  add(records: readonly R[]): void
  release(): void
  /** Forgets what it holds. */
  close(): void
}

export function createHeldRecords<R>(deps: {
  clock: Clock
  /** The first time nothing is held back. */
  goesOnAtOnce: boolean
  released(records: R[]): void
}): HeldRecords<R> {
  let mayHold = !deps.goesOnAtOnce
  let held: R[] | null = null
  let cancelTimer: (() => void) | undefined

  function begin(): void {
    held = []
    cancelTimer = deps.clock.after(HOLD_MAX_MS, release)
  }

  function stop(): R[] | null {
    const records = held
    held = null
    cancelTimer?.()
    return records
  }

  function release(): void {
    const records = stop()
    if (records) deps.released(records)
  }

  return {
    get isHolding() {
      return held !== null
    },
    hold() {
      if (held) return
      if (mayHold) begin()
      mayHold = true
    },
    add: (records) => held?.push(...records),
    release,
    close: stop,
  }
}
