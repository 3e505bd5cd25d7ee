import { LRUCache } from 'lru-cache'
import type { Clock } from '../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts'

/** The first wait comes with this mistake; the ones before are free, since people mistype. */
const FIRST_COSTLY = 3
const FIRST_MS = 1_000
const LONGEST_MS = 15 * MINUTE_MS
/** After so long without an attempt a client starts afresh. */
const FORGET_MS = HOUR_MS

/** Makes each client wait twice as long after every further wrong password. */
export function createSignInDelay(clock: Clock) {
  const clients = new LRUCache<string, { failures: number; atMs: number; openMs: number }>({ max: 10_000 })

  /** How long `client` has to wait before its next attempt. */
  function waitMs(client: string): number {
    const known = clients.get(client)
    return known ? Math.max(0, Math.ceil(known.openMs - clock.monotonicMs())) : 0
  }

  return {
    waitMs,
    /** 0 where `client` may try, which counts as a failure until `succeeded` is said; else the milliseconds to wait. */
    attempt(client: string): number {
      const leftMs = waitMs(client)
      if (leftMs > 0) return leftMs
      const nowMs = clock.monotonicMs()
      const known = clients.get(client)
      const failures = known && nowMs - known.atMs < FORGET_MS ? known.failures : 0
      // Counted as a failure before the result is known, so that many attempts at once do not get around the limit.
      const next = failures + 1
      const delayMs = next < FIRST_COSTLY ? 0 : Math.min(FIRST_MS * 2 ** (next - FIRST_COSTLY), LONGEST_MS)
      clients.set(client, { failures: next, atMs: nowMs, openMs: nowMs + delayMs })
      return 0
    },
    succeeded: (client: string) => void clients.delete(client),
  }
}
