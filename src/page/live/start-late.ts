import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Unsubscribe } from '../../core/util/emitter.ts'

const RETRY_MIN_MS = 1_000
const RETRY_MAX_MS = MINUTE_MS

/**
 * Starts something whose code is not part of the first load, once that code is here. Where it does not come it is asked
 * for again, at longer and longer intervals and for as long as the page lives: nobody reloads a wall. Each failure is told
 * to `failed`, by default as an uncaught error of the page. Answers how to stop.
 */
export function startLate<Code>(
  clock: Pick<Clock, 'after'>,
  load: () => Promise<Code>,
  start: (code: Code) => Unsubscribe | undefined,
  failed: (error: Error) => void = tellPage,
): Unsubscribe {
  let retryMs = RETRY_MIN_MS
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
        stop = clock.after(retryMs, attempt)
        retryMs = Math.min(RETRY_MAX_MS, retryMs * 2)
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
