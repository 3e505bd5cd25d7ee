import type { Clock } from '../core/clock.ts'
import type { Priority } from './http.ts'

/**
 * Spacing of calls. The contract allows 2 a second without saying where its seconds begin: two in each of our own
 * seconds would let up to 6 through across an edge, calls at least this far apart never more than 2.
 */
const SPACING_MS = 550

const ORDER: readonly Priority[] = ['token', 'lightning', 'metar', 'rest', 'fires']

export interface RateGate {
  /** Resolves when the call may go; rejects with the signal's reason when the caller gives up. */
  enter(priority: Priority, signal?: AbortSignal): Promise<void>
  /** Lets nobody through before `untilMs` (Unix ms), after the server said 429. */
  pause(untilMs: number): void
  /** Callers that wait. */
  readonly queued: number
}

interface Waiter {
  go(): void
}

/** Lets calls through one at a time, spaced, the more urgent kinds first and in their order within a kind. */
export function createRateGate({ clock, spacingMs = SPACING_MS }: { clock: Clock; spacingMs?: number }): RateGate {
  const queues = new Map<Priority, Waiter[]>(ORDER.map((priority) => [priority, []]))
  let openAtMs = Number.NEGATIVE_INFINITY // monotonic
  let cancelTimer: (() => void) | null = null

  function queued(): number {
    let sum = 0
    for (const queue of queues.values()) sum += queue.length
    return sum
  }

  function next(): Waiter | undefined {
    for (const queue of queues.values()) if (queue.length > 0) return queue.shift()
    return undefined
  }

  function pump(): void {
    cancelTimer?.()
    cancelTimer = null
    if (queued() === 0) return
    const waitMs = openAtMs - clock.monotonicMs()
    if (waitMs > 0) {
      cancelTimer = clock.after(waitMs, pump) // timers may fire a little early: pump looks again
      return
    }
    openAtMs = clock.monotonicMs() + spacingMs
    next()?.go()
    pump()
  }

  return {
    enter(priority, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const queue = queues.get(priority)!
        const leave = () => {
          queue.splice(queue.indexOf(waiter), 1)
          reject(signal?.reason)
        }
        const waiter: Waiter = {
          go() {
            signal?.removeEventListener('abort', leave)
            resolve()
          },
        }
        signal?.addEventListener('abort', leave, { once: true })
        queue.push(waiter)
        pump()
      })
    },
    pause(untilMs) {
      openAtMs = Math.max(openAtMs, clock.monotonicMs() + untilMs - clock.now())
      pump()
    },
    get queued() {
      return queued()
    },
  }
}
