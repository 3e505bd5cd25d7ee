import { createOnDemand, type OnDemand } from '../util/on-demand.ts'
import { SECOND_MS } from './durations.ts'

/**
 * Source of time, passed as a dependency: only `page/app`, the browser environment and the server's entry points read
 * the machine's clock, so that tests control time.
 */
export interface Clock {
  /** Unix milliseconds. */
  now(): number
  /** Monotonic milliseconds, for measuring durations; the origin is arbitrary. */
  monotonicMs(): number
  /** Runs `run` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void
  /** Runs `run` every `intervalMs`; the returned function stops it. */
  every(intervalMs: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs)
    return () => clearInterval(timer)
  },
}

/** The same clock with one timer for all that runs each second: afterwards a page renders once. */
export function withSharedSeconds(clock: Clock): Clock {
  const seconds: OnDemand<void> = createOnDemand(() => clock.every(SECOND_MS, seconds.emit))
  return {
    ...clock,
    every: (intervalMs, run) => (intervalMs === SECOND_MS ? seconds.subscribe(run) : clock.every(intervalMs, run)),
  }
}

export function delay(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
    signal?.addEventListener('abort', abort, { once: true })
  })
}
