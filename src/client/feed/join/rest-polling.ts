import type { Clock } from '../../../core/time/clock.ts'
import type { LineHealth } from '../line/line-machine.ts'

/** Outages longer than this may last. */
const POLL_AFTER_MS = 15_000

/**
 * Polls REST without a line: at once if the connection limit is reached, else after the line has been down for a while.
 */
export function createRestPolling(deps: { clock: Clock; everyMs: number; poll(): void }): {
  lineChanged(health: LineHealth): void
} {
  const { clock, everyMs, poll } = deps
  let stopPolls: (() => void) | null = null
  let cancelStart: (() => void) | null = null

  function start(): void {
    if (stopPolls) return
    stopPolls = clock.every(everyMs, poll)
    poll()
  }

  function stop(): void {
    stopPolls?.()
    cancelStart?.()
    stopPolls = null
    cancelStart = null
  }

  return {
    lineChanged(health) {
      if (health === 'up' || health === 'closed') stop()
      else if (health === 'waiting-for-slot') start()
      else cancelStart ??= clock.after(POLL_AFTER_MS, start)
    },
  }
}
