import { doublingMs } from '../../core/time/backoff.ts'
import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Unsubscribe } from '../../core/util/emitter.ts'

const RETRY_MIN_MS = 1_000
const RETRY_MAX_MS = MINUTE_MS

/**
 * Starts a service whose code is not part of the first load, once that is loaded. Loading is retried at growing
 * intervals for the lifetime of the page: no user reloads a wall. Failures are reported to `failed`, by default as
 * uncaught errors of the page. Returns a function that stops it.
 */
export function startLate<Code>(
  clock: Pick<Clock, 'after'>,
  load: () => Promise<Code>,
  start: (code: Code) => Unsubscribe | undefined,
  failed: (error: Error) => void = tellPage,
): Unsubscribe {
  let failures = 0
  let isStopped = false
  let stop: Unsubscribe | undefined

  function attempt(): void {
    void load().then(
      (code) => {
        if (!isStopped) stop = start(code)
      },
      (error: unknown) => {
        if (isStopped) return
        failed(error instanceof Error ? error : new Error(String(error)))
        stop = clock.after(doublingMs(failures++, RETRY_MIN_MS, RETRY_MAX_MS), attempt)
      },
    )
  }

  attempt()
  return () => {
    isStopped = true
    stop?.()
  }
}

function tellPage(error: Error): void {
  queueMicrotask(() => {
    throw error
  })
}
