import type { Clock } from '../../core/time/clock.ts'
import type { Priority } from './http.ts'
import type { Pass, RateGate } from './rate-gate.ts'
import { Turns } from './turns.ts'

/**
 * Spacing of calls. The contract allows 2 a second with unknown alignment: two in each of our seconds could be up to 6
 * in one of theirs, calls at least this far apart never more than 2.
 */
const SPACING_MS = 550

/**
 * The rate counts at the server, and transit times vary. A call has arrived at the latest when its response does: the
 * second call after it waits for that and a second more, so that delays cannot bring three into one second.
 */
const AFTER_ANSWER_MS = 1_010
/** After this time an unanswered call has arrived, or never will. */
const REACHES_WITHIN_MS = 5_000

/** A call that waited this long gets every second turn, so that retries of urgent calls cause no starvation. */
const PATIENCE_MS = 3_000

const ORDER: readonly Priority[] = ['token', 'lightning', 'metar', 'rest', 'fires']

interface Waiter {
  sinceMs: number // monotonic
  go(pass: Pass): void
}

/** A call in transit: monotonic times. */
interface Passed {
  wentMs: number
  /** Latest time of its arrival. */
  reachedMs: number
}

/** Poll interval while `mayPass` is false. */
const LOOK_AGAIN_MS = 25

/** Gate of a process with exclusive use of the rate, while `mayPass` is true. */
export function createLocalRateGate(deps: { clock: Clock; mayPass?(): boolean }): RateGate {
  const { clock, mayPass = () => true } = deps
  const queues = new Map<Priority, Turns<Waiter>>(ORDER.map((priority) => [priority, new Turns()]))
  let pausedUntilMs = Number.NEGATIVE_INFINITY // monotonic
  let last: Passed | null = null
  let lastButOne: Passed | null = null
  let cancelTimer: (() => void) | null = null
  let patientTurn = false

  function queued(): number {
    let sum = 0
    for (const queue of queues.values()) sum += queue.size
    return sum
  }

  /** The next waiter; there is at least one. */
  function next(): Waiter {
    patientTurn = !patientTurn
    const waiting = [...queues.values()].filter((queue) => queue.size > 0)
    const sinceMs = (queue: Turns<Waiter>) => Math.min(...[...queue.heads()].map((waiter) => waiter.sinceMs))
    const longest = waiting.reduce((a, b) => (sinceMs(b) < sinceMs(a) ? b : a))
    const patient = patientTurn && clock.monotonicMs() - sinceMs(longest) > PATIENCE_MS
    return (patient ? longest : waiting[0]!).shift()
  }

  function opensAtMs(): number {
    return Math.max(
      pausedUntilMs,
      last ? last.wentMs + SPACING_MS : Number.NEGATIVE_INFINITY,
      lastButOne ? lastButOne.reachedMs + AFTER_ANSWER_MS : Number.NEGATIVE_INFINITY,
    )
  }

  function pass(waiter: Waiter): void {
    const wentMs = clock.monotonicMs()
    const passed = { wentMs, reachedMs: wentMs + REACHES_WITHIN_MS }
    lastButOne = last
    last = passed
    waiter.go({
      async answered() {
        passed.reachedMs = Math.min(passed.reachedMs, clock.monotonicMs())
        pump()
      },
    })
  }

  function pump(): void {
    cancelTimer?.()
    cancelTimer = null
    if (queued() === 0) return
    const waitMs = Math.max(opensAtMs() - clock.monotonicMs(), mayPass() ? 0 : LOOK_AGAIN_MS)
    if (waitMs > 0) {
      cancelTimer = clock.after(waitMs, pump) // timers may fire early: pump checks again
      return
    }
    pass(next())
    pump()
  }

  return {
    enter(priority, signal, asker = '') {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const queue = queues.get(priority)!
        const leave = () => {
          queue.remove(asker, waiter)
          reject(signal?.reason)
        }
        const waiter: Waiter = {
          sinceMs: clock.monotonicMs(),
          go(pass) {
            signal?.removeEventListener('abort', leave)
            resolve(pass)
          },
        }
        signal?.addEventListener('abort', leave, { once: true })
        queue.push(asker, waiter)
        pump()
      })
    },
    async pause(untilMs) {
      pausedUntilMs = Math.max(pausedUntilMs, clock.monotonicMs() + untilMs - clock.now())
      pump()
    },
    queued: async () => queued(),
  }
}
