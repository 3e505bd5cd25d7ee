import type { Clock } from '../../../core/time/clock.ts'
import type { SocketHandoverLock } from './socket-handover-lock.ts'

/** When the successor of a line's socket may be opened. */
export interface Handover {
  /** Calls `go` once no other line of the application is in a handover. */
  queue(go: () => void): void
  /** Lets other lines have their turn, and calls `go` after a while, which is longer each time. */
  retryLater(go: () => void): void
  /** The handover is done, or there is none any more. */
  end(): void
}

export function createHandover(deps: {
  clock: Clock
  lock: SocketHandoverLock | undefined
  /** The wait after so many successors that were lost. */
  retryMs(attempt: number): number
}): Handover {
  const { clock, lock, retryMs } = deps
  let leaveQueue: (() => void) | undefined // the lock is held, or waited for
  let cancelRetry: (() => void) | undefined
  let attempt = 0

  function release(): void {
    leaveQueue?.()
    leaveQueue = undefined
  }

  return {
    queue(go) {
      if (lock) leaveQueue = lock.take(go)
      else go()
    },
    retryLater(go) {
      release()
      cancelRetry = clock.after(retryMs(attempt++), go)
    },
    end() {
      release()
      cancelRetry?.()
      attempt = 0
    },
  }
}
