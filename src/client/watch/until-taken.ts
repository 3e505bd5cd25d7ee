import { type Clock, delay } from '../../core/time/clock.ts'
import { SECOND_MS } from '../../core/time/durations.ts'
import { ContractError } from '../http/contract-api.ts'

/** Longer than a failover in a cluster, and acceptable after a click. */
const ASKED_FOR_MS = 20 * SECOND_MS
const PAUSE_MIN_MS = 500
const PAUSE_MAX_MS = 3_000

/**
 * Retries while the server is temporarily unavailable, as during a failover: only for idempotent requests. Rejects with
 * the last error.
 */
export async function untilTaken<T>(clock: Clock, ask: () => Promise<T>): Promise<T> {
  const untilMs = clock.monotonicMs() + ASKED_FOR_MS
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      const waitMs = Math.max(waitAfter(error), Math.min(PAUSE_MIN_MS * 2 ** tries, PAUSE_MAX_MS))
      if (clock.monotonicMs() + waitMs > untilMs) throw error
      await delay(clock, waitMs)
    }
  }
}

/** Retry delay requested by the server; infinite for a permanent failure. */
function waitAfter(error: unknown): number {
  if (!(error instanceof ContractError)) return Number.POSITIVE_INFINITY
  const { reason, retryAfterMs } = error
  if (reason === 'unavailable' || reason === 'timeout') return retryAfterMs
  return reason === 'rate-limited' && retryAfterMs > 0 ? retryAfterMs : Number.POSITIVE_INFINITY
}
