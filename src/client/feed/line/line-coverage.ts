import type { Clock } from '../../../core/time/clock.ts'

/** Time up to which a live line is complete: later data must be backfilled after a break. */
export type LineCoverage = ReturnType<typeof createLineCoverage>

/**
 * With rare data, silence is no sign of a break: a trusted line is complete until the last tick, not just its last
 * message.
 */
export function createLineCoverage(deps: {
  clock: Clock
  dataIsRare: boolean
  /** Time up to which an earlier line was complete, Unix ms. */
  coveredMs: number | null
}) {
  const { clock, dataIsRare } = deps
  let { coveredMs } = deps
  let trusted = false
  let tickMs = 0 // Unix ms

  const untilMs = () => (dataIsRare && trusted && coveredMs !== null ? Math.max(coveredMs, tickMs) : coveredMs)

  return {
    /** Unix ms; null before the first subscription. */
    get untilMs(): number | null {
      return untilMs()
    },
    /** Advances to now, because all data is complete or will be requested; returns the previous time, Unix ms. */
    moveToNow(): number | null {
      const beforeMs = untilMs()
      coveredMs = clock.now()
      return beforeMs
    },
    /** The line received a message or a heartbeat. */
    trust(): void {
      trusted = true
    },
    /** An open socket no longer implies completeness. */
    distrust(): void {
      coveredMs = untilMs()
      trusted = false
    },
    /** The line was silent for too long: data after its last message is not complete. */
    takeBack(): void {
      trusted = false
    },
    /** The machine is awake, and the socket is not known to be dead. */
    tick(nowMs: number): void {
      tickMs = nowMs
    },
  }
}
