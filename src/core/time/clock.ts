/**
 * Where time comes from. It is passed in: only `page/app`, the browser's environment and the server's entries read the
 * machine's clock, so that tests can set the time.
 */
export interface Clock {
  /** Unix milliseconds. */
  now(): number
  /** Milliseconds that never step back, for measuring how long something takes; their zero means nothing. */
  monotonicMs(): number
  /** Runs `run` once after `delayMs`; the answer cancels it. */
  after(delayMs: number, run: () => void): () => void
  /** Runs `run` every `intervalMs`; the answer stops it. */
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

/** Resolves after `delayMs` of `clock`. */
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
