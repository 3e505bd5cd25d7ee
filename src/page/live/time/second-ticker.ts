import type { Clock } from '../../../core/time/clock.ts'
import { createOnDemand } from '../../../core/util/on-demand.ts'

/** The present as the page shows it: every reader on the page ticks together. */
export interface SecondTicker {
  /** Server-corrected Unix ms, renewed each second while anybody listens. */
  nowMs(): number
  subscribe(listener: () => void): () => void
}

export function createSecondTicker(clock: Pick<Clock, 'now' | 'every'>): SecondTicker {
  let nowMs = clock.now()
  const ticks = createOnDemand(() => {
    nowMs = clock.now()
    return clock.every(1_000, () => {
      nowMs = clock.now()
      ticks.emit()
    })
  })
  return { nowMs: () => nowMs, subscribe: ticks.subscribe }
}
