import type { Clock } from '../../../core/time/clock.ts'

/** Maximum time that live records wait for a backfill, so that slow REST does not delay screens. */
const HOLD_MAX_MS = 1_000

/** Live records held until earlier missing ones have arrived. */
export interface HeldRecords<R> {
  readonly isHolding: boolean
  /** Holds records from now on, for at most a second. */
  hold(): void
  /** While it holds. */
  add(records: readonly R[]): void
  release(): void
  close(): void
}

export function createHeldRecords<R>(deps: {
  clock: Clock
  /** The first subscription holds no records. */
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
