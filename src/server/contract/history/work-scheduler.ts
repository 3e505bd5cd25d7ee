import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { Turns } from '../../../client/http/turns.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { workLabels } from '../../event-loop/work-labels.ts'

const SLICE_MS = 8
/** Work that takes longer than two slices waits for I/O, not for the processor. */
const REST_MAX_MS = 2 * SLICE_MS
/** Poll interval for other work during a rest. */
const LOOK_MS = 1
/** An event loop that waited this long had finished all pending work. */
const IDLE_MS = 0.5

/**
 * Cooperative scheduler for history work (replays and history responses), split into pieces of some milliseconds. One
 * piece runs per event loop turn, and callers take turns. After a slice, live work gets as much time as the slice took,
 * or until it is idle: under load history work gets at most half of the time, independent of the requests.
 */
export interface WorkScheduler {
  /** Runs a piece of work of `asker` when its turn comes. */
  take<T>(asker: string, piece: () => Promise<T>): Promise<T>
  /** Drops pending work. */
  close(): void
}

/** `idleMs` returns the accumulated idle time of this process. */
export function createWorkScheduler(
  clock: Pick<Clock, 'monotonicMs' | 'after'>,
  idleMs: () => number = () => performance.eventLoopUtilization().idle,
): WorkScheduler {
  let waiting = new Turns<() => Promise<unknown>>()
  /** Time worked since the last rest. */
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
