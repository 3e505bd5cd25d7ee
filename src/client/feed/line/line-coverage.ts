import type { Clock } from '../../../core/time/clock.ts'

/** Time up to which a live line is complete: later data must be backfilled after a break. */
export interface LineCoverage {
  /** Unix ms; null before the first subscription. */
  readonly untilMs: number | null
  /** Advances to now, because all data is complete or will be requested; returns the previous time, Unix ms. */
  moveToNow(): number | null
  /** The line received a message or a heartbeat. */
  trust(): void
  /** An open socket no longer implies completeness. */
  distrust(): void
  /** The line was silent for too long: data after its last message is not complete. */
  takeBack(): void
  /** The machine is awake, and the socket is not known to be dead. */
  tick(nowMs: number): void
}

/**
 * With rare data, silence is no sign of a break: a trusted line is complete until the last tick, not just its last
 * message.
 */
export function createLineCoverage(deps: {
  clock: Clock
  dataIsRare: boolean
  /** Time up to which an earlier line was complete, Unix ms. */
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
