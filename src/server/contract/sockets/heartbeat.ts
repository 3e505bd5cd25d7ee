import type { Clock } from '../../../core/time/clock.ts'
import { SECOND_MS } from '../../../core/time/durations.ts'
import type { Source } from '../../sources/source.ts'

/**
 * Where viewers have other processes to go to, something is sent at least this often: what came, and while nothing does the
 * state of the line. The same bytes to everybody, and of strikes, where a batch comes each second, on a usual day none at all.
 */
const HEARTBEAT_MS = { lightning: SECOND_MS, metar: 5 * SECOND_MS }
/** A batch that is a little late is no silence: it would be told to all of them, a moment before the batch is. */
const GRACE_MS = 200

export interface Heartbeat {
  /** Something was sent to everybody. */
  spoke(): void
  /** What whoever subscribes is told of it. */
  told: { heartbeat_seconds?: number }
  close(): void
}

const NO_HEARTBEAT: Heartbeat = { spoke() {}, told: {}, close() {} }

/** Calls `beat` where nothing has been sent for so long; one that is alone, or without extensions, has none. */
export function createHeartbeat(
  { source, clock, extensions }: { source: Pick<Source, 'position'>; clock: Clock; extensions: boolean },
  feed: keyof typeof HEARTBEAT_MS,
  beat: () => void,
): Heartbeat {
  // Where the log is shared with other processes, they have the same.
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
