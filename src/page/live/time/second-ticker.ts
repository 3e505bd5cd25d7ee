import type { Clock } from '../../../core/time/clock.ts'
import { SECOND_MS } from '../../../core/time/durations.ts'
import { createOnDemand } from '../../../core/util/on-demand.ts'

/** The present as the page shows it: every reader on the page ticks together. */
export interface SecondTicker {
  /**
   * Server-corrected Unix ms, renewed each second while anybody listens. Whoever reads it first and listens then, as React
   * does, finds it as it was: else every reader of a screen that opens would be drawn a second time at once.
   */
  nowMs(): number
  subscribe(listener: () => void): () => void
}

export function createSecondTicker(clock: Pick<Clock, 'now' | 'every'>): SecondTicker {
  let nowMs = clock.now()
  let isTicking = false
  const ticks = createOnDemand(() => {
    renewOld()
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

  function renewOld(): void {
    const ms = clock.now()
    if (Math.abs(ms - nowMs) >= SECOND_MS) nowMs = ms
  }

  return {
    nowMs() {
      if (!isTicking) renewOld()
      return nowMs
    },
    subscribe: ticks.subscribe,
  }
}
