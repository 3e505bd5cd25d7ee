import type { Clock } from '../../../core/time/clock.ts'
import type { Random } from '../../../core/util/random.ts'

/** So many heartbeats are waited for: each line a little longer or shorter, so that thousands do not act in one moment. */
const BEATS_MIN = 1.6
const BEATS_MAX = 2
/** A line that was heard again is waited for twice as long the next time, and no longer than this many times. */
const PATIENCE_MAX = 4
/** What it was once is forgotten by and by: half of it in seventy heartbeats. */
const PATIENCE_KEPT = 0.99
/** Where the timer itself comes late, whoever looks was held up: what came meanwhile is read first. */
const LATE_MS = 250
const READ_WITHIN_MS = 250

/** Looks whether a server that says how often it speaks does so. */
export interface HeartbeatWatch {
  /** From now on it speaks this often, milliseconds. */
  told(everyMs: number): void
  heard(): void
  close(): void
}

export function createHeartbeatWatch(deps: {
  clock: Clock
  random: Random
  /** It should have spoken. */
  silent(): void
  /** It has, after all. */
  heardAgain(): void
}): HeartbeatWatch {
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
    told(ms) {
      everyMs = ms
      heard()
    },
    heard,
    close: () => cancel(),
  }
}
