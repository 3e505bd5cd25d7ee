import { BACKOFF_MAX_MS, BACKOFF_MIN_MS, backoffMs } from '../../../core/time/backoff.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Random } from '../../../core/util/random.ts'
import type { Loss } from './line-socket.ts'

/** How long an opened address may take to become an open socket. */
const CONNECT_MS = 15_000
const CONNECT_MIN_MS = 3_000
/** A socket that lived this long was a good one: what went wrong before it no longer counts. */
const STEADY_MS = MINUTE_MS
/**
 * A screen that nobody touches is well again within ten seconds of a fault's end: an attempt on a dead network, and the
 * wait for the next one, take no longer than this each.
 */
const UNATTENDED_MS = 3_000
/**
 * Where the server is one of several, the next attempt may come to one that is well: none waits long for one that is gone
 * without a word, each attempt twice as long as the one before, and where the way is long as many times as long as it takes.
 */
const SEVERAL = { connectMs: 500, timesOfLast: 3, steadyMs: 10_000, quickTries: 2, quickMinMs: 100, quickMaxMs: 600 }

/** How long a line waits: for an attempt to succeed, and between two attempts. */
export interface ReconnectDelay {
  /** An attempt that has not opened its socket by then has failed; asked once for each. */
  connectMs(): number
  /** An attempt got its subscription, after so long. */
  subscribed(tookMs: number): void
  /** The line's socket ended after it was open for so long. */
  lived(livedMs: number): void
  /** Whether the next socket may be opened at once after this loss: once for each good socket, where the close code allows it. */
  mayOpenAtOnce(loss: Loss): boolean
  openedAtOnce(): void
  /** The wait before the next attempt; longer with each one. */
  retryMs(): number
  /** The same for a successor, after so many that were lost. */
  successorRetryMs(attempt: number): number
}

export function createReconnectDelay(deps: {
  random: Random
  unattended(): boolean
  /** How long what is missing can still be had; the nearer the end of that, the shorter the waits. */
  timeLeftMs(): number
  /** The server has said that it is one of several. */
  isOneOfSeveral(): boolean
}): ReconnectDelay {
  const { random, unattended, isOneOfSeveral } = deps
  let attempt = 0
  let opened = { tries: 0, tookMs: 0 }
  let mayHurry = true

  function halfOfTimeLeftMs(): number {
    const leftMs = deps.timeLeftMs()
    return leftMs > 0 ? leftMs / 2 : Number.POSITIVE_INFINITY
  }

  /** Null where `attempt` is to wait as one does whose server is alone. */
  function quickMs(attempt: number): number | null {
    if (!isOneOfSeveral() || attempt >= SEVERAL.quickTries) return null
    return SEVERAL.quickMinMs + random() * (SEVERAL.quickMaxMs - SEVERAL.quickMinMs)
  }

  return {
    connectMs() {
      const mostMs = Math.min(unattended() ? UNATTENDED_MS : CONNECT_MS, Math.max(CONNECT_MIN_MS, halfOfTimeLeftMs()))
      if (!isOneOfSeveral()) return mostMs
      const { connectMs, timesOfLast } = SEVERAL
      return Math.min(mostMs, Math.max(connectMs, timesOfLast * opened.tookMs) * 2 ** opened.tries++)
    },
    subscribed(tookMs) {
      opened = { tries: 0, tookMs }
    },
    lived(livedMs) {
      if (livedMs < (isOneOfSeveral() ? SEVERAL.steadyMs : STEADY_MS)) return
      attempt = 0
      mayHurry = true
    },
    mayOpenAtOnce: ({ after }) => mayHurry && (after === 'renew-token' || after === 'reconnect'),
    openedAtOnce() {
      mayHurry = false
    },
    successorRetryMs: (lost) => quickMs(lost) ?? backoffMs(lost, random),
    retryMs() {
      const soonMs = quickMs(attempt)
      if (soonMs !== null) {
        attempt++
        return soonMs
      }
      const maxMs = unattended() ? UNATTENDED_MS : BACKOFF_MAX_MS
      return Math.min(backoffMs(attempt++, random, maxMs), Math.max(BACKOFF_MIN_MS, halfOfTimeLeftMs()))
    },
  }
}
