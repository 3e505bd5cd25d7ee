import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { Turns } from '../../client/http/turns.ts'
import type { Clock } from '../../core/time/clock.ts'
import { workLabels } from './work-labels.ts'

/** Maximum uninterrupted work. */
export const SLICE_MS = 8
/** Work that takes longer than two slices waits for I/O, not for the processor. */
const SLICE_MAX_MS = 2 * SLICE_MS
/** Poll interval for other work during a rest. */
const LOOK_MS = 1
/** An event loop that waited this long had finished all pending work. */
const IDLE_MS = 0.5
/** Rest factor of background work, such as hourly sums: under load it gets a tenth of the time. */
export const BACKGROUND_REST_FACTOR = 9

type LoopClock = Pick<Clock, 'monotonicMs' | 'after'>

/**
 * Cooperative scheduler for work that can wait (replays, history responses, sums), split into pieces of some
 * milliseconds. One piece runs per event loop turn, and callers take turns. After a slice, live work gets `restFactor`
 * times as long as the slice took, or until it is idle: under load work that can wait gets at most half of the time,
 * independent of the requests.
 */
export interface WorkScheduler {
  /** Runs a piece of work of `asker` when its turn comes. */
  take<T>(asker: string, piece: () => Promise<T>): Promise<T>
  /** Drops pending work. */
  close(): void
}

/** Idle time of this process, ms. */
const idleTimeMs = () => performance.eventLoopUtilization().idle

/** Calls `run` once other work is done, at the latest after `mostMs`; returns a function that cancels it. */
export function afterOthers(clock: LoopClock, mostMs: number, run: () => void, idleMs = idleTimeMs): () => void {
  const untilMs = clock.monotonicMs() + mostMs
  const idleBeforeMs = idleMs()
  let cancel = () => {}
  const look = () => {
    const isFree = clock.monotonicMs() >= untilMs || idleMs() - idleBeforeMs >= IDLE_MS
    if (isFree) run()
    else wait()
  }
  const wait = () => {
    cancel = clock.after(LOOK_MS, look)
  }
  wait()
  return () => cancel()
}

export function createWorkScheduler(clock: LoopClock, restFactor = 1, idleMs = idleTimeMs): WorkScheduler {
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
    if (workedMs >= SLICE_MS)
      cancelRest = afterOthers(clock, restFactor * Math.min(workedMs, SLICE_MAX_MS), rested, idleMs)
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
