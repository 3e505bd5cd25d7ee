import type { NowcastView } from '../../../core/nowcast/coming.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { Estimation, type Sent } from './estimation.ts'

/** Interface to the estimator. Handles messages in order, and replies to requests. */
export interface EstimatorPort {
  send(sent: Sent): void
  close(): void
}

export interface PortEnds {
  clock: Pick<Clock, 'after' | 'monotonicMs'>
  answered(told: NowcastView): void
  /** The estimator cannot run there. */
  failed(): void
}

/** Maximum duration of a piece of work, so that it delays no frame for longer. */
export const WORK_AT_ONCE_MS = 5

/** In this thread, in pieces between which the screen has its turn. */
export function openLocalPort({ clock, answered }: Omit<PortEnds, 'failed'>): EstimatorPort {
  const estimation = new Estimation()
  const waiting: Sent[] = []
  let work: Iterator<undefined, NowcastView | null> | null = null
  let cancel: (() => void) | null = null

  function goOn(): void {
    cancel = null
    const sinceMs = clock.monotonicMs()
    while (clock.monotonicMs() - sinceMs < WORK_AT_ONCE_MS) {
      const next = work ? null : waiting.shift()
      if (next) work = estimation.hear(next)
      if (!work) return
      const { done, value } = work.next()
      if (!done) continue
      work = null
      if (value) answered(value)
    }
    cancel ??= clock.after(WORK_AT_ONCE_MS, goOn)
  }

  return {
    send(sent) {
      waiting.push(sent)
      cancel ??= clock.after(0, goOn)
    },
    close() {
      cancel?.()
      waiting.length = 0
      work = null
    },
  }
}
