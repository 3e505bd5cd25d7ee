import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/** A driver that was reset is there again by then. */
const RESET_MS = 500
/** After a map that could not even be made, where there has been one before. */
const REMAKE_MS = 3_000
/** Where there has never been one: most likely this browser has no graphics for it, and haste would change nothing. */
const FIRST_MAP_MS = MINUTE_MS
/** So many maps within this time, and the page itself is to blame. */
const TRIES = 4
const TRIES_WITHIN_MS = MINUTE_MS

export interface ContextGuard {
  /** The map's graphics context is gone. */
  lost(): void
  /** No map could be made. */
  failed(): void
}

/**
 * Sees to it that a map whose graphics context is lost comes back as a new one, or else, when new maps do not live, by
 * `giveUp`. Where none has ever lived that is of no use: the rest of the page goes on without a map.
 */
export function createContextGuard(deps: {
  clock: Pick<Clock, 'after' | 'monotonicMs'>
  remake(): void
  giveUp(): void
}): ContextGuard {
  const { clock, remake, giveUp } = deps
  let cancel: (() => void) | null = null
  let made: number[] = []
  let hasLived = false

  function remakeAfter(delayMs: number) {
    cancel?.()
    cancel = clock.after(delayMs, () => {
      cancel = null
      const nowMs = clock.monotonicMs()
      made = [...made.filter((atMs) => nowMs - atMs < TRIES_WITHIN_MS), nowMs]
      if (made.length > TRIES) {
        made = []
        giveUp()
      } else remake()
    })
  }

  return {
    lost() {
      hasLived = true
      remakeAfter(RESET_MS)
    },
    failed: () => remakeAfter(hasLived ? REMAKE_MS : FIRST_MAP_MS),
  }
}
