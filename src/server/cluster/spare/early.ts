import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'

/**
 * A log that takes nothing by then, or a way to it that is gone, helps nobody: what is written later would take the log from one that
 * leads well.
 */
const BEGINS_WITHIN_MS = 1_000
/** Longer than it takes until somebody has the lease. */
const EARLY_MOST_MS = 10_000

/** The time in which a process writes the log already, and does not have the lease yet. */
export interface Early {
  /** The process that leads is not heard by anybody: of two that write the log takes what one of them writes. */
  begin(): void
  isOn(): boolean
  /** The lease is had. */
  gained(): void
  /** Another process writes the log, or is to. */
  end(): void
  close(): void
}

export function createEarly(deps: {
  mayBegin(): boolean
  /** Hears that what is to be written is for this process to write. */
  onBegun(): void
  /** Whether the first message is in the log. */
  hasBegun(): boolean
  /** Hears that it is over without the lease. */
  onOver(): void
  /** Hears each time that the way to the others is gone, or made anew. */
  onWay(listener: () => void): () => void
  clock: Clock
  log: Logger
}): Early {
  const { mayBegin, onBegun, hasBegun, onOver, onWay, clock, log } = deps
  let stops: (() => void)[] | null = null // null where it is not on

  function gained(): void {
    for (const stop of stops ?? []) stop()
    stops = null
  }

  function end(): void {
    if (!stops) return
    gained()
    onOver()
  }

  function endUnbegun(): void {
    if (!hasBegun()) end()
  }

  const stopHearing = onWay(endUnbegun)

  return {
    begin() {
      if (stops || !mayBegin()) return
      log.info('the process that leads is not heard: this one goes on by the line that it has')
      stops = [clock.after(BEGINS_WITHIN_MS, endUnbegun), clock.after(EARLY_MOST_MS, end)]
      onBegun()
    },
    isOn: () => stops !== null,
    ...{ gained, end },
    close: stopHearing,
  }
}
