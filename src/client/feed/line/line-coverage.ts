import type { Clock } from '../../../core/time/clock.ts'

/** Until when a live line brought everything: what came later has to be had from REST after a break. */
export interface LineCoverage {
  /** Unix ms; null before the first subscription. */
  readonly untilMs: number | null
  /** Everything until now is had, or will be asked for; answers until when it was had before, Unix ms. */
  moveToNow(): number | null
  /** The line showed a moment ago that it lives. */
  trust(): void
  /** That a socket is open no longer says that nothing was missed. */
  distrust(): void
  /** The line was silent for longer than it may: what was taken for had since its last message is not. */
  takeBack(): void
  /** The machine is awake, and the socket has not been found dead. */
  tick(nowMs: number): void
}

/**
 * Where data is rare, silence is no sign of a break: a line that is trusted brought everything until the last tick, and
 * not just until its last message.
 */
export function createLineCoverage(deps: {
  clock: Clock
  dataIsRare: boolean
  /** Until when an earlier line brought everything, Unix ms. */
  coveredMs: number | null
}): LineCoverage {
  const { clock, dataIsRare } = deps
  let { coveredMs } = deps
  let trusted = false
  let tickMs = 0 // Unix ms

  const untilMs = () => (dataIsRare && trusted && coveredMs !== null ? Math.max(coveredMs, tickMs) : coveredMs)

  return {
    get untilMs() {
      return untilMs()
    },
    moveToNow() {
      const beforeMs = untilMs()
      coveredMs = clock.now()
      return beforeMs
    },
    trust() {
      trusted = true
    },
    distrust() {
      coveredMs = untilMs()
      trusted = false
    },
    takeBack() {
      trusted = false
    },
    tick(nowMs) {
      tickMs = nowMs
    },
  }
}
