import type { Clock } from '../../core/time/clock.ts'

/** A relay repeats every 5 s that its source is down; what still trickles in meanwhile does not make it live. */
const DOWN_HOLDS_MS = 6_000

/** Whether the source behind a relay lives. A server that never says otherwise is its own source. */
export interface SourceState {
  readonly isLive: boolean
  /** A relay said so. */
  told(isLive: boolean): void
  /** Data came. */
  heard(): void
  /** Whoever said otherwise is gone. */
  forget(): void
}

export function createSourceState(clock: Clock): SourceState {
  let isLive = true
  let toldMs = 0 // monotonic

  return {
    get isLive() {
      return isLive
    },
    told(live) {
      isLive = live
      toldMs = clock.monotonicMs()
    },
    heard() {
      if (clock.monotonicMs() - toldMs > DOWN_HOLDS_MS) isLive = true
    },
    forget() {
      isLive = true
    },
  }
}
