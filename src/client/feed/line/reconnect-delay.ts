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

/** How long a line waits: for an attempt to succeed, and between two attempts. */
export interface ReconnectDelay {
  /** An attempt that has not opened its socket by then has failed. */
  connectMs(): number
  /** The line's socket ended after it was open for so long. */
  lived(livedMs: number): void
  /** Whether the next socket may be opened at once after this loss: once for each good socket, where the close code allows it. */
  mayOpenAtOnce(loss: Loss): boolean
  openedAtOnce(): void
  /** The wait before the next attempt; longer with each one. */
  retryMs(): number
}

export function createReconnectDelay(deps: {
  random: Random
  unattended(): boolean
  /** How long what is missing can still be had; the nearer the end of that, the shorter the waits. */
  timeLeftMs(): number
}): ReconnectDelay {
  const { random, unattended } = deps
  let attempt = 0
  let mayHurry = true

  function halfOfTimeLeftMs(): number {
    const leftMs = deps.timeLeftMs()
    return leftMs > 0 ? leftMs / 2 : Number.POSITIVE_INFINITY
  }

  return {
    connectMs: () => Math.min(unattended() ? UNATTENDED_MS : CONNECT_MS, Math.max(CONNECT_MIN_MS, halfOfTimeLeftMs())),
    lived(livedMs) {
      if (livedMs < STEADY_MS) return
      attempt = 0
      mayHurry = true
    },
    mayOpenAtOnce: ({ after }) => mayHurry && (after === 'renew-token' || after === 'reconnect'),
    openedAtOnce() {
      mayHurry = false
    },
    retryMs() {
      const maxMs = unattended() ? UNATTENDED_MS : BACKOFF_MAX_MS
      return Math.min(backoffMs(attempt++, random, maxMs), Math.max(BACKOFF_MIN_MS, halfOfTimeLeftMs()))
    },
  }
}
