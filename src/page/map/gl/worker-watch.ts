import type { Clock } from '../../../core/time/clock.ts'
import { SECOND_MS } from '../../../core/time/durations.ts'

const ASK_EVERY_MS = 10 * SECOND_MS
/** A worker may need this long after reading large tiles. */
export const ANSWERS_WITHIN_MS = 10 * SECOND_MS
/** A single missed reply may be a frozen page or machine. */
const UNANSWERED_MAX = 2

/**
 * Pings the map's workers: if a browser kills one, as iOS does at low memory, there is no event, and the map loses base
 * map and marks. `died` is called once for unresponsive workers. Returns a function that stops it.
 */
export function watchWorkers(deps: {
  clock: Pick<Clock, 'every'>
  /** Whether all workers reply within this time, ms. */
  ping(withinMs: number): Promise<boolean>
  /** Called with the result of each ping. */
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
