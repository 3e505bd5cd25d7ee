import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { Turns } from '../../../client/http/turns.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { workLabels } from '../../event-loop/work-labels.ts'

const SLICE_MS = 8
/** What takes longer than two slices waits for something else, and not for this processor. */
const REST_MAX_MS = 2 * SLICE_MS
/** While it rests it is looked so often whether anybody else has something to do. */
const LOOK_MS = 1
/** A loop that waited for so long had done all that there was. */
const IDLE_MS = 0.5

/**
 * Work on the past, cut in pieces of some milliseconds: replays and answers of the history. One piece is done at a time, in
 * a turn of the event loop of its own, and askers take turns. After a slice of them what is live has as much time as they
 * took, or until it has nothing more to do: where it has, the past has half of the time at most, whatever is asked and in
 * however many ways.
 */
export interface WorkTurns {
  /** Does a piece of an asker's when its turn has come. */
  take<T>(asker: string, piece: () => Promise<T>): Promise<T>
  /** What waits is not done any more. */
  close(): void
}

/** `idleMs` answers how long this process has had nothing to do since it began. */
export function createWorkTurns(
  clock: Pick<Clock, 'monotonicMs' | 'after'>,
  idleMs: () => number = () => performance.eventLoopUtilization().idle,
): WorkTurns {
  let waiting = new Turns<() => Promise<unknown>>()
  /** How long was worked since the last rest. */
  let workedMs = 0
  let isAtWork = false
  let cancelRest: (() => void) | null = null

  async function work(): Promise<void> {
    isAtWork = true
    while (waiting.size > 0) {
      const beganMs = clock.monotonicMs()
      await workLabels.run('past', waiting.shift())
      workedMs += clock.monotonicMs() - beganMs
      if (workedMs >= SLICE_MS) break
      await setImmediate()
    }
    isAtWork = false
    if (workedMs >= SLICE_MS) rest(clock.monotonicMs() + Math.min(workedMs, REST_MAX_MS), idleMs())
  }

  function rest(untilMs: number, idleBeforeMs: number): void {
    cancelRest = clock.after(LOOK_MS, () => {
      if (clock.monotonicMs() < untilMs && idleMs() - idleBeforeMs < IDLE_MS) return rest(untilMs, idleBeforeMs)
      cancelRest = null
      workedMs = 0
      void work()
    })
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
