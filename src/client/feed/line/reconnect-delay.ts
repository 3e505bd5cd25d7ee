import { BACKOFF_MAX_MS, BACKOFF_MIN_MS, backoffMs } from '../../../core/time/backoff.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Random } from '../../../core/util/random.ts'
import type { Loss } from './line-socket.ts'

/** Timeout from address to open socket. */
const CONNECT_MS = 15_000
const CONNECT_MIN_MS = 3_000
/** A socket that lived this long resets the back-off. */
const STEADY_MS = MINUTE_MS
/**
 * An unattended screen must recover within ten seconds after a fault: the timeout of an attempt on a dead network, and
 * the delay before the next, are at most this.
 */
const UNATTENDED_MS = 3_000
/**
 * With several servers the next attempt may reach a healthy one: the timeout is short, doubles after each timeout, and
 * is scaled with the measured connection time.
 */
const SEVERAL_CONNECT_MS = 500
const TIMES_OF_LAST = 3
const SEVERAL_STEADY_MS = 10_000
/**
 * A proxy that has not detected the failure of one of three servers sends every third attempt to it: eight attempts
 * almost certainly reach another one. They take 2.8 s on average, so that thousands of pages make at most three
 * attempts a second each.
 */
const QUICK_TRIES = 8
const QUICK_MIN_MS = 100
const QUICK_MAX_MS = 600
/**
 * Later delays are 3 s on average, without growth: screens recover soon after a server does, and 10,000 pages make
 * 3,300 attempts a second, evenly spread, which a proxy refuses by itself.
 */
const SLOW_MIN_MS = 2_000
const SLOW_MAX_MS = 4_000
/** A longer requested delay is cut to this. */
const LEFT_ALONE_MAX_MS = MINUTE_MS

export type ReconnectDelay = ReturnType<typeof createReconnectDelay>

export function createReconnectDelay(deps: {
  random: Random
  unattended(): boolean
  /** Remaining time until missing data is lost: delays become shorter towards its end. */
  timeLeftMs(): number
  /** The server is one of several processes. */
  isOneOfSeveral(): boolean
}) {
  const { random, unattended, isOneOfSeveral } = deps
  let attempt = 0
  let opened = { unanswered: 0, tookMs: 0 }
  let leaveAloneMs = 0
  let mayHurry = true

  function halfOfTimeLeftMs(): number {
    const leftMs = deps.timeLeftMs()
    return leftMs > 0 ? leftMs / 2 : Number.POSITIVE_INFINITY
  }

  /** Null for an attempt at a single server. */
  function severalMs(attempt: number): number | null {
    if (!isOneOfSeveral()) return null
    const [minMs, maxMs] = attempt < QUICK_TRIES ? [QUICK_MIN_MS, QUICK_MAX_MS] : [SLOW_MIN_MS, SLOW_MAX_MS]
    return minMs + random() * (maxMs - minMs)
  }

  /** `waitMs`, or the delay requested by the server, with jitter because thousands of clients may have received it. */
  function notBeforeAllowed(waitMs: number): number {
    const allowedMs = leaveAloneMs && leaveAloneMs + random() * QUICK_MAX_MS
    leaveAloneMs = 0
    return Math.max(waitMs, allowedMs)
  }

  return {
    connectMs(): number {
      const mostMs = Math.min(unattended() ? UNATTENDED_MS : CONNECT_MS, Math.max(CONNECT_MIN_MS, halfOfTimeLeftMs()))
      if (!isOneOfSeveral()) return mostMs
      const soonMs = Math.max(SEVERAL_CONNECT_MS, TIMES_OF_LAST * opened.tookMs) * 2 ** opened.unanswered
      return Math.min(mostMs, soonMs)
    },
    /** An attempt was subscribed after this time. */
    subscribed(tookMs: number): void {
      opened = { unanswered: 0, tookMs }
    },
    /** A socket was lost, or an attempt failed. */
    lost(loss: Pick<Loss, 'unanswered' | 'leaveAloneMs'>): void {
      if (loss.unanswered) opened.unanswered++
      leaveAloneMs = Math.min(loss.leaveAloneMs ?? 0, LEFT_ALONE_MAX_MS)
    },
    /** The line's socket ended after being open this long. */
    lived(livedMs: number): void {
      if (livedMs < (isOneOfSeveral() ? SEVERAL_STEADY_MS : STEADY_MS)) return
      attempt = 0
      mayHurry = true
    },
    /** Whether an immediate reconnect is permitted: once per good socket, if the close code allows it. */
    mayOpenAtOnce: ({ after }: Loss): boolean => mayHurry && (after === 'renew-token' || after === 'reconnect'),
    openedAtOnce(): void {
      mayHurry = false
    },
    /** The same for a successor, after this many losses. */
    successorRetryMs: (lost: number): number => notBeforeAllowed(severalMs(lost) ?? backoffMs(lost, random)),
    /** Delay before the next attempt; grows with each one. */
    retryMs(): number {
      const tries = attempt++
      const maxMs = unattended() ? UNATTENDED_MS : BACKOFF_MAX_MS
      const waitMs = severalMs(tries) ?? backoffMs(tries, random, maxMs)
      return notBeforeAllowed(Math.min(waitMs, Math.max(BACKOFF_MIN_MS, halfOfTimeLeftMs())))
    },
  }
}
