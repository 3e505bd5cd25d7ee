import type { Clock } from '../../../core/time/clock.ts'
import { SECOND_MS } from '../../../core/time/durations.ts'

const ASK_EVERY_MS = 10 * SECOND_MS
/** A worker that reads large tiles answers after that. */
export const ANSWERS_WITHIN_MS = 10 * SECOND_MS
/** Once may be a page that was frozen, or a machine that was. */
const UNANSWERED_MAX = 2

/**
 * Asks the map's workers for a sign of life: a browser that kills one, as iOS does for want of memory, tells nobody, and the map
 * has no ground and no marks from then on. `died` is called once for workers that do not answer. Answers how to stop.
 */
export function watchWorkers(deps: {
  clock: Pick<Clock, 'every'>
  /** Whether they answer within so many ms. */
  ping(withinMs: number): Promise<boolean>
  /** Hears of each answer, and of each that did not come. */
  answered(isAlive: boolean): void
  died(): void
}): () => void {
  let unanswered = 0
  let isAsking = false
  let isStopped = false

  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const isAlive = await deps.ping(ANSWERS_WITHIN_MS)
    isAsking = false
    if (isStopped) return
    deps.answered(isAlive)
    unanswered = isAlive ? 0 : unanswered + 1
    if (unanswered === UNANSWERED_MAX) deps.died()
  }

  const stop = deps.clock.every(ASK_EVERY_MS, () => void ask())
  return () => {
    isStopped = true
    stop()
  }
}
