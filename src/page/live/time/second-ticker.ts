import type { Clock } from '../../../core/time/clock.ts'
import { SECOND_MS } from '../../../core/time/durations.ts'
import { createOnDemand } from '../../../core/util/on-demand.ts'

/**
 * A render may take this long, during which all readers get one time; otherwise React would render again synchronously.
 */
const DRAWN_WITHIN_MS = 5_000

/** The present as the page shows it: every reader on the page ticks together. */
export interface SecondTicker {
  /**
   * Server-corrected Unix ms, updated each second while there are listeners. A reader that reads first and then
   * subscribes, as React does, gets the same value: otherwise every new component would render twice.
   */
  nowMs(): number
  subscribe(listener: () => void): () => void
}

export function createSecondTicker(clock: Pick<Clock, 'now' | 'every'>): SecondTicker {
  let nowMs = Number.NEGATIVE_INFINITY
  let isTicking = false
  const ticks = createOnDemand(() => {
    renewOlder(SECOND_MS)
    isTicking = true
    const stop = clock.every(SECOND_MS, () => {
      nowMs = clock.now()
      ticks.emit()
    })
    return () => {
      isTicking = false
      stop()
    }
  })

  function renewOlder(thanMs: number): void {
    const ms = clock.now()
    if (Math.abs(ms - nowMs) >= thanMs) nowMs = ms
  }

  return {
    nowMs() {
      if (!isTicking) renewOlder(DRAWN_WITHIN_MS)
      return nowMs
    },
    subscribe: ticks.subscribe,
  }
}
