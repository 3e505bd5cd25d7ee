import type { ToldNowcast } from '../../../core/nowcast/coming.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { Reckoning, type Sent } from './reckoning.ts'

/** Interface to the estimator. Handles messages in order, and replies to requests. */
export interface ReckonerPort {
  send(sent: Sent): void
  close(): void
}

export interface PortEnds {
  clock: Pick<Clock, 'after' | 'monotonicMs'>
  answered(told: ToldNowcast): void
  /** The estimator cannot run there. */
  failed(): void
}

/** No picture waits for more than a piece of work of this length. */
export const WORK_AT_ONCE_MS = 5

/** In this thread, in pieces between which the screen has its turn. */
export function openLocalPort({ clock, answered }: Omit<PortEnds, 'failed'>): ReckonerPort {
  const reckoning = new Reckoning()
  const waiting: Sent[] = []
  let work: Iterator<undefined, ToldNowcast | null> | null = null
  let cancel: (() => void) | null = null

  function goOn(): void {
    cancel = null
    const sinceMs = clock.monotonicMs()
    while (clock.monotonicMs() - sinceMs < WORK_AT_ONCE_MS) {
      const next = work ? null : waiting.shift()
      if (next) work = reckoning.hear(next)
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
