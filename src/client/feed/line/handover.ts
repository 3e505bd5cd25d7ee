import type { Clock } from '../../../core/time/clock.ts'
import type { SocketHandoverLock } from './socket-handover-lock.ts'

/** Schedules the successor of a line's socket. */
export type Handover = ReturnType<typeof createHandover>

export function createHandover(deps: {
  clock: Clock
  lock: SocketHandoverLock | undefined
  /** Delay after this many lost successors. */
  retryMs(attempt: number): number
}) {
  const { clock, lock, retryMs } = deps
  let leaveQueue: (() => void) | undefined // set while the lock is held or queued for
  let cancelRetry: (() => void) | undefined
  let attempt = 0

  function release(): void {
    leaveQueue?.()
    leaveQueue = undefined
  }

  return {
    /** Calls `go` once no other line of the application is in a handover. */
    queue(go: () => void): void {
      if (lock) leaveQueue = lock.take(go)
      else go()
    },
    /** Releases the lock and calls `go` after a growing delay. */
    retryLater(go: () => void): void {
      release()
      cancelRetry = clock.after(retryMs(attempt++), go)
    },
    /** The handover is complete or cancelled. */
    end(): void {
      release()
      cancelRetry?.()
      attempt = 0
    },
  }
}
