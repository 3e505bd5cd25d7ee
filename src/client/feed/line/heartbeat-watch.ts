import type { Clock } from '../../../core/time/clock.ts'
import type { Random } from '../../../core/util/random.ts'

/** Number of heartbeats to wait for, randomized so that thousands of clients do not act simultaneously. */
const BEATS_MIN = 1.6
const BEATS_MAX = 2
/** After a false alarm the timeout doubles, up to this factor. */
const PATIENCE_MAX = 4
/** The factor decays: by half in seventy heartbeats. */
const PATIENCE_KEPT = 0.99
/** If the timer itself is late, this process was blocked: pending messages are read first. */
const LATE_MS = 250
const READ_WITHIN_MS = 250

/** Detects a server that misses its announced heartbeats. */
export type HeartbeatWatch = ReturnType<typeof createHeartbeatWatch>

export function createHeartbeatWatch(deps: {
  clock: Clock
  random: Random
  /** The heartbeat is overdue. */
  silent(): void
  /** A message arrived after that. */
  heardAgain(): void
}) {
  const { clock, random } = deps
  let everyMs: number | null = null
  let patience = 1
  let isSilent = false
  let cancel = () => {}

  function wait(waitMs: number): void {
    cancel()
    const dueMs = clock.monotonicMs() + waitMs
    cancel = clock.after(waitMs, () => {
      if (clock.monotonicMs() - dueMs > LATE_MS) return wait(READ_WITHIN_MS)
      isSilent = true
      deps.silent()
    })
  }

  function heard(): void {
    if (everyMs === null) return
    const again = isSilent
    isSilent = false
    patience = again ? Math.min(PATIENCE_MAX, 2 * patience) : Math.max(1, PATIENCE_KEPT * patience)
    wait(everyMs * patience * (BEATS_MIN + (BEATS_MAX - BEATS_MIN) * random()))
    if (again) deps.heardAgain()
  }

  return {
    /** The announced interval, milliseconds. */
    told(ms: number): void {
      everyMs = ms
      heard()
    },
    heard,
    close: (): void => cancel(),
  }
}
