import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/** A driver has restarted after this time. */
const RESET_MS = 500
/** After a map could not be created although one worked before. */
const REMAKE_MS = 3_000
/** No map was ever shown: this browser probably has no WebGL, so there is no hurry. */
const FIRST_MAP_MS = MINUTE_MS
/** This many maps within this time indicate a fault of the page itself. */
const TRIES = 4
const TRIES_WITHIN_MS = MINUTE_MS

export interface ContextGuard {
  /** The map's graphics context is lost. */
  lost(): void
  /** The map could not be created. */
  failed(): void
}

/**
 * Replaces a map with a lost graphics context, or calls `giveUp` if new maps do not work either. If no map ever worked,
 * the rest of the page continues without one.
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
