import type { Logger } from 'pino'
import type { Clock } from '../core/time/clock.ts'

const CLOSING_TAKES_AT_MOST_MS = 4_500
const SAME_WISH_MS = 1_000

/**
 * Ends this process on a signal, when whoever started us is gone, or after an error that nobody expected. At once while it still
 * starts, which may wait for others for long; in good order once the answer was told how; at a second signal at once.
 */
export function followSignals(log: Logger, clock: Clock): (close: () => Promise<void>) => void {
  let close: (() => Promise<void>) | null = null
  let closingSinceMs: number | null = null

  function end(reason: string) {
    if (closingSinceMs !== null) {
      // A terminal sends Ctrl-C to us and to npm, which passes it on: the same wish twice.
      if (clock.monotonicMs() - closingSinceMs > SAME_WISH_MS) process.exit(1)
      return
    }
    closingSinceMs = clock.monotonicMs()
    log.info({ reason }, 'shutting down')
    if (!close) process.exit(0)
    clock.after(CLOSING_TAKES_AT_MOST_MS, () => {
      log.error('shutdown timed out')
      process.exit(0)
    })
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error: error instanceof Error ? error.message : String(error) }, 'shutdown failed')
        process.exit(1)
      },
    )
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(signal))
  process.on('disconnect', () => end('parent process exited'))
  // To listen for that alone would keep a process going that has refused to start.
  process.channel?.unref()
  exitOnUnexpected(log)
  return (how) => {
    close = how
  }
}

/** Nothing can be trusted then: whoever supervises us starts us afresh. */
function exitOnUnexpected(log: Logger): void {
  const exit = (error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    log.fatal({ error: why, stack: error instanceof Error ? error.stack : undefined }, 'unexpected error')
    process.exit(1)
  }
  process.on('uncaughtException', exit)
  process.on('unhandledRejection', exit)
}
