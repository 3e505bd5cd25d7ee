import type { Clock } from '../../../core/time/clock.ts'
import { SECOND_MS } from '../../../core/time/durations.ts'
import type { Source } from '../../sources/source.ts'

/**
 * Maximum silence in a cluster, whose viewers can switch to another process: after it the state of the line is sent.
 * The frame is shared by all viewers, and rare on the lightning line, where a batch is sent every second.
 */
const HEARTBEAT_MS = { lightning: SECOND_MS, metar: 5 * SECOND_MS }
/** Tolerates a slightly late batch. */
const GRACE_MS = 200

export interface Heartbeat {
  /** Records that a frame was sent to all viewers. */
  spoke(): void
  /** Fields for the subscription reply. */
  told: { heartbeat_seconds?: number }
  close(): void
}

const NO_HEARTBEAT: Heartbeat = { spoke() {}, told: {}, close() {} }

/** Calls `beat` after each silence of this length; disabled for a single process or without extensions. */
export function createHeartbeat(
  { source, clock, extensions }: { source: Pick<Source, 'position'>; clock: Clock; extensions: boolean },
  feed: keyof typeof HEARTBEAT_MS,
  beat: () => void,
): Heartbeat {
  // Other processes sharing the log behave the same.
  if (!extensions || !source.position) return NO_HEARTBEAT
  const everyMs = HEARTBEAT_MS[feed]
  const dueMs = everyMs + GRACE_MS
  let spokeMs = clock.monotonicMs()
  let cancel = wait(dueMs)

  function wait(ms: number): () => void {
    return clock.after(ms, () => {
      const restMs = spokeMs + dueMs - clock.monotonicMs()
      if (restMs <= 0) beat()
      cancel = wait(restMs > 0 ? restMs : dueMs)
    })
  }

  return {
    spoke() {
      spokeMs = clock.monotonicMs()
    },
    told: { heartbeat_seconds: everyMs / SECOND_MS },
    close: () => cancel(),
  }
}
