import type { Clock } from '../../../core/time/clock.ts'
import type { LineHealth } from '../line/line-machine.ts'

/** A line that is not back by then may not be for long. */
const POLL_AFTER_MS = 15_000

/** Polls REST while there is no line: at once where all sockets are taken, else once the line has been away for a while. */
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
