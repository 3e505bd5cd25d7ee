import type { Clock } from '../../core/time/clock.ts'
import type { Priority } from './http.ts'
import type { Pass, RateGate } from './rate-gate.ts'
import { Turns } from './turns.ts'

/**
 * Spacing of calls. The contract allows 2 a second without saying where its seconds begin: two in each of our own
 * seconds would let up to 6 through across an edge, calls at least this far apart never more than 2.
 */
const SPACING_MS = 550

/**
 * What counts is when calls reach the server, and the way there takes now this long, now that. A call got there at the
 * latest when its answer came: the second one after it waits for that and a second more, so that no delay on the way
 * can bring three into one second.
 */
const AFTER_ANSWER_MS = 1_010
/** A call that is not answered by then has reached the server all the same, or never will. */
const REACHES_WITHIN_MS = 5_000

/** Who has waited this long gets every second turn, so that retries of something urgent starve nobody. */
const PATIENCE_MS = 3_000

const ORDER: readonly Priority[] = ['token', 'lightning', 'metar', 'rest', 'fires']

interface Waiter {
  sinceMs: number // monotonic
  go(pass: Pass): void
}

/** A call on its way: monotonic times. */
interface Passed {
  wentMs: number
  /** When the server had it at the latest. */
  reachedMs: number
}

/** Whoever may not pass for now is looked at again so soon. */
const LOOK_AGAIN_MS = 25

/** The gate of a process that has the rate for itself, as long as `mayPass` says so. */
export function createLocalRateGate(deps: { clock: Clock; spacingMs?: number; mayPass?(): boolean }): RateGate {
  const { clock, spacingMs = SPACING_MS, mayPass = () => true } = deps
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

  /** Of those that wait; there is at least one. */
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
      last ? last.wentMs + spacingMs : Number.NEGATIVE_INFINITY,
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
      cancelTimer = clock.after(waitMs, pump) // timers may fire a little early: pump looks again
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
