import { parseInstantMs } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { LineHealth } from './line/line-machine.ts'

/** A relay repeats every 5 s that its source is down; data arriving meanwhile does not make it live. */
const DOWN_HOLDS_MS = 6_000

/** Whether the source behind a relay is alive. A server without such messages is its own source. */
export function createSourceState(clock: Clock) {
  let isLive = true
  let wasUp = false
  let toldMs = 0 // monotonic
  let sinceMs = Number.POSITIVE_INFINITY
  /** Completeness when the line broke, Unix ms; null once line and source are back. */
  let brokeMs: number | null = null
  /** The same if the source was down then, or is reported down since: a silent line may be closed before its report. */
  let lostMs: number | null = null

  return {
    get isLive(): boolean {
      return isLive
    },
    /** When the reported state began, Unix ms; infinite without a report. */
    sinceMs: () => sinceMs,
    /** Reported by a relay. */
    told(live: boolean, since: string): void {
      if (!live) lostMs ??= brokeMs
      isLive = live
      sinceMs = parseInstantMs(since) ?? Number.POSITIVE_INFINITY
      toldMs = clock.monotonicMs()
    },
    /** Data arrived. */
    heard(): void {
      if (clock.monotonicMs() - toldMs > DOWN_HOLDS_MS) isLive = true
    },
    /** The line may be down together with its relay; data is complete until `observedMs`, Unix ms. */
    lineIs(health: LineHealth, observedMs: number | null): void {
      if (wasUp && health !== 'up') {
        brokeMs ??= observedMs
        if (!isLive) lostMs ??= brokeMs
        isLive = true
      }
      wasUp = health === 'up'
    },
    /** Source and line are up. */
    isBack(): void {
      brokeMs = null
      lostMs = null
    },
    /** Completeness of a line that is complete until `coveredMs`: without its source a relay sends no data. */
    hadMs: (coveredMs: number | null): number | null =>
      coveredMs === null || lostMs === null ? coveredMs : Math.min(coveredMs, lostMs),
  }
}
