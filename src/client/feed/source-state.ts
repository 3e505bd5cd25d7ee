import type { Clock } from '../../core/time/clock.ts'
import type { LineHealth } from './line/line-machine.ts'

/** A relay repeats every 5 s that its source is down; what still trickles in meanwhile does not make it live. */
const DOWN_HOLDS_MS = 6_000

/** Whether the source behind a relay lives. A server that never says otherwise is its own source. */
export interface SourceState {
  readonly isLive: boolean
  /** A relay said so. */
  told(isLive: boolean): void
  /** Data came. */
  heard(): void
  /** The line to it may have broken, and whoever said otherwise be gone; everything is had until `observedMs`, Unix ms. */
  lineIs(health: LineHealth, observedMs: number | null): void
  /** It lives, and its line stands. */
  isBack(): void
  /** Until when everything is had of a line that brought everything until `coveredMs`: without its source a relay brings nothing. */
  hadMs(coveredMs: number | null): number | null
}

export function createSourceState(clock: Clock): SourceState {
  let isLive = true
  let wasUp = false
  let toldMs = 0 // monotonic
  /** Until when everything was had when the line broke, Unix ms; null once line and source are back. */
  let brokeMs: number | null = null
  /** The same where the source was down then, or is said to be since: a silent line may be given up before it is told. */
  let lostMs: number | null = null

  return {
    get isLive() {
      return isLive
    },
    told(live) {
      if (!live) lostMs ??= brokeMs
      isLive = live
      toldMs = clock.monotonicMs()
    },
    heard() {
      if (clock.monotonicMs() - toldMs > DOWN_HOLDS_MS) isLive = true
    },
    lineIs(health, observedMs) {
      if (wasUp && health !== 'up') {
        brokeMs ??= observedMs
        if (!isLive) lostMs ??= brokeMs
        isLive = true
      }
      wasUp = health === 'up'
    },
    isBack() {
      brokeMs = null
      lostMs = null
    },
    hadMs: (coveredMs) => (coveredMs === null || lostMs === null ? coveredMs : Math.min(coveredMs, lostMs)),
  }
}
