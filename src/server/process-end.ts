import type { Logger } from 'pino'
import type { Clock } from '../core/time/clock.ts'
import { messageOf } from '../core/util/message-of.ts'

const CLOSING_TAKES_AT_MOST_MS = 4_500
const SAME_WISH_MS = 1_000

/**
 * Ends this process on a signal, when the parent process exits, or after an unexpected error. During startup, or on a
 * second signal, it exits at once; once the returned function has received a close handler, gracefully.
 */
export function followSignals(log: Logger, clock: Clock): (close: () => Promise<void>) => void {
  let close: (() => Promise<void>) | null = null
  let closingSinceMs: number | null = null

  function end(reason: string) {
    if (closingSinceMs !== null) {
      // On Ctrl-C the terminal signals us and npm, which forwards the signal: both count as one.
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
        log.error({ error: messageOf(error) }, 'shutdown failed')
        process.exit(1)
      },
    )
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(signal))
  process.on('disconnect', () => end('parent process exited'))
  // The IPC channel alone must not keep a process alive that refused to start.
  process.channel?.unref()
  exitOnUnexpected(log)
  return (how) => {
    close = how
  }
}

/** State is undefined after an unexpected error: the supervisor restarts us. */
function exitOnUnexpected(log: Logger): void {
  const exit = (error: unknown) => {
    const why = messageOf(error)
    log.fatal({ error: why, stack: error instanceof Error ? error.stack : undefined }, 'unexpected error')
    process.exit(1)
  }
  process.on('uncaughtException', exit)
  process.on('unhandledRejection', exit)
}
