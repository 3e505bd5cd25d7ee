import { setImmediate } from 'node:timers/promises'
import { Turns } from '../../../client/http/turns.ts'
import type { Clock } from '../../../core/time/clock.ts'

const SLICE_MS = 8
/** What takes longer than two slices waits for something else, and not for this processor. */
const REST_MAX_MS = 2 * SLICE_MS

/**
 * Work on the past, cut in pieces of some milliseconds: replays and answers of the history. One piece is done at a time, in
 * a turn of the event loop of its own, and askers take turns. After a slice of them what is live has as much time as they
 * took: the past has half of the time at most, whatever is asked and in however many ways.
 */
export interface WorkTurns {
  /** Does a piece of an asker's when its turn has come. */
  take<T>(asker: string, piece: () => Promise<T>): Promise<T>
  /** What waits is not done any more. */
  close(): void
}

export function createWorkTurns(clock: Pick<Clock, 'monotonicMs' | 'after'>): WorkTurns {
  let waiting = new Turns<() => Promise<unknown>>()
  /** How long was worked since the last rest. */
  let workedMs = 0
  let isAtWork = false
  let cancelRest: (() => void) | null = null

  async function work(): Promise<void> {
    isAtWork = true
    while (waiting.size > 0) {
      const beganMs = clock.monotonicMs()
      await waiting.shift()()
      workedMs += clock.monotonicMs() - beganMs
      if (workedMs >= SLICE_MS) break
      await setImmediate()
    }
    isAtWork = false
    if (workedMs >= SLICE_MS) cancelRest = clock.after(Math.min(workedMs, REST_MAX_MS), rested)
  }

  function rested(): void {
    cancelRest = null
    workedMs = 0
    void work()
  }

  return {
    take: (asker, piece) =>
      new Promise((resolve, reject) => {
        waiting.push(asker, () => piece().then(resolve, reject))
        if (!isAtWork && !cancelRest) void work()
      }),
    close() {
      waiting = new Turns()
      cancelRest?.()
    },
  }
}
