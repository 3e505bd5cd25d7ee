import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'

/** Longer than it takes until somebody has the lease. */
const EARLY_MOST_MS = 10_000
/** Where its first message is not in the log by then, the log takes nothing. */
const BEGINS_WITHIN_MS = 1_000

/** The time in which a process writes the log already, and does not have the lease yet. */
export interface Early {
  /** The process that leads is not heard by anybody: of two that write the log takes what one of them writes. */
  begin(): void
  isOn(): boolean
  /** The lease is had. */
  gained(): void
  /** Another process writes the log, or is to. */
  end(): void
  /** The one that led is heard after all. */
  heardAnother(): void
}

export function createEarly(deps: {
  mayBegin(): boolean
  /** Hears that what is to be written is for this process to write. */
  onBegun(): void
  /** Whether the first message is in the log. */
  hasBegun(): boolean
  /** Hears that it is over without the lease. */
  onOver(): void
  clock: Clock
  log: Logger
}): Early {
  const { mayBegin, onBegun, hasBegun, onOver, clock, log } = deps
  let sinceMs: number | null = null // monotonic
  let cancel = () => {}

  function gained(): void {
    sinceMs = null
    cancel()
  }

  function end(): void {
    if (sinceMs === null) return
    gained()
    onOver()
  }

  return {
    begin() {
      if (sinceMs !== null || !mayBegin()) return
      log.info('the process that leads is not heard: this one goes on by the line that it has')
      sinceMs = clock.monotonicMs()
      cancel = clock.after(EARLY_MOST_MS, end)
      onBegun()
    },
    isOn: () => sinceMs !== null,
    ...{ gained, end },
    heardAnother() {
      if (sinceMs !== null && !hasBegun() && clock.monotonicMs() - sinceMs >= BEGINS_WITHIN_MS) end()
    },
  }
}
