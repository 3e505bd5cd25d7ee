import type { Clock } from '../../../core/time/clock.ts'
import { SECOND_MS } from '../../../core/time/durations.ts'

/**
 * Where viewers have other processes to go to, something is sent at least this often: a batch, and while none comes the state
 * of the line. The same bytes to everybody, and on a usual day none at all.
 */
const EVERY_MS = SECOND_MS
const LOOK_EVERY_MS = 250

export interface Heartbeat {
  /** Something was sent to everybody. */
  spoke(): void
  /** What whoever subscribes is told of it. */
  told: { heartbeat_seconds?: number }
  close(): void
}

export const NO_HEARTBEAT: Heartbeat = { spoke() {}, told: {}, close() {} }

/** Calls `beat` where nothing has been sent for so long. */
export function createHeartbeat(clock: Clock, beat: () => void): Heartbeat {
  let spokeMs = clock.monotonicMs()
  return {
    spoke() {
      spokeMs = clock.monotonicMs()
    },
    told: { heartbeat_seconds: EVERY_MS / SECOND_MS },
    close: clock.every(LOOK_EVERY_MS, () => {
      if (clock.monotonicMs() - spokeMs >= EVERY_MS) beat()
    }),
  }
}
