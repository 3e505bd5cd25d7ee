import type { Clock } from '../../../core/time/clock.ts'

/** Servers that have lost one of theirs agree within four to nine seconds on who leads; a connection costs little. */
const UNANSWERED_MS = 6_000
const LOOK_EVERY_MS = 1_000

/**
 * Has another server asked where a connection stands and nothing that is asked by it is answered: a server that was cut off
 * from the others may not know, when it is back, what its clients listen to.
 */
export function leaveWhereDeaf(deps: { reconnect(): void; clock: Clock }): {
  answered(): void
  close(): void
} {
  const { reconnect, clock } = deps
  let answeredMs = clock.monotonicMs()
  const close = clock.every(LOOK_EVERY_MS, () => {
    if (clock.monotonicMs() - answeredMs < UNANSWERED_MS) return
    answeredMs = clock.monotonicMs()
    reconnect()
  })
  return {
    answered() {
      answeredMs = clock.monotonicMs()
    },
    close,
  }
}
