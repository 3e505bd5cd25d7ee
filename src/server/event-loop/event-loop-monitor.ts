import type { Logger } from 'pino'
import type { Clock } from '../../core/time/clock.ts'
import { SECOND_MS } from '../../core/time/durations.ts'
import { UNLABELLED, type WorkLabels } from './work-labels.ts'

const CHECK_EVERY_MS = 100
/** A turn of this length delays every viewer; ms. */
export const BLOCKED_FROM_MS = 200
/** Minimum interval between warnings; ms. */
export const WARN_EVERY_MS = 10 * SECOND_MS

/**
 * Warns when one turn of the event loop takes too long, with the work that took most of it. `cpuMs` returns the CPU
 * time of this thread, ms: a block with little CPU time means waiting for the disk or for a processor.
 */
export function createEventLoopMonitor(deps: {
  clock: Clock
  log: Pick<Logger, 'warn'>
  labels: Pick<WorkLabels, 'takeLongest'>
  cpuMs(): number
}) {
  const { clock, log, labels, cpuMs } = deps
  const blocked: Record<string, number> = {}
  let checkedMs = 0
  let checkedCpuMs = 0
  let stop = () => {}
  let warnedMs = Number.NEGATIVE_INFINITY
  let unwarned = 0

  function check(): void {
    const nowMs = clock.monotonicMs()
    const nowCpuMs = cpuMs()
    const lateMs = nowMs - checkedMs - CHECK_EVERY_MS
    const busyMs = nowCpuMs - checkedCpuMs
    checkedMs = nowMs
    checkedCpuMs = nowCpuMs
    const longest = labels.takeLongest()
    if (lateMs < BLOCKED_FROM_MS) return
    const work = longest.ms >= lateMs / 2 ? longest.work : UNLABELLED
    blocked[work] = (blocked[work] ?? 0) + 1
    if (nowMs - warnedMs < WARN_EVERY_MS) {
      unwarned++
      return
    }
    log.warn({ ms: Math.round(lateMs), work, cpuMs: Math.round(busyMs), unwarned }, 'event loop blocked')
    warnedMs = nowMs
    unwarned = 0
  }

  return {
    /** Blocked turns, by the work that blocked the loop. */
    blocked: (): Record<string, number> => ({ ...blocked }),
    /** Starts counting: blocking during startup delays no viewer. */
    start(): void {
      checkedMs = clock.monotonicMs()
      checkedCpuMs = cpuMs()
      labels.takeLongest()
      stop = clock.every(CHECK_EVERY_MS, check)
    },
    stop: (): void => stop(),
  }
}

/** CPU time of the calling thread, ms. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
