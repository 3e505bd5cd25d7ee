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
 * without a word, after each that was not answered twice as long, and where the way is long as many times as long as it takes.
 */
const SEVERAL_CONNECT_MS = 500
const TIMES_OF_LAST = 3
const SEVERAL_STEADY_MS = 10_000
/**
 * A proxy that has not seen yet that one of three is gone hands every third attempt to it: eight of them reach another one but
 * for one time in thousands. They are 2.8 s in the middle, so that thousands of pages make three attempts a second each and no more.
 */
const QUICK_TRIES = 8
const QUICK_MIN_MS = 100
const QUICK_MAX_MS = 600
/**
 * The waits after those are 3 s in the middle, however many there were: no screen is blind for longer once one of them is well
 * again, and 10,000 pages that are refused by all make 3,300 attempts a second, evenly spread, which a proxy answers by itself.
 */
const SLOW_MIN_MS = 2_000
const SLOW_MAX_MS = 4_000
/** A server that asks to be left alone for longer is asked after that all the same. */
const LEFT_ALONE_MAX_MS = MINUTE_MS

/** How long a line waits: for an attempt to succeed, and between two attempts. */
export interface ReconnectDelay {
  /** An attempt that has not opened its socket by then has failed. */
  connectMs(): number
  /** An attempt got its subscription, after so long. */
  subscribed(tookMs: number): void
  /** A socket was lost, or an attempt at one failed. */
  lost(loss: Pick<Loss, 'unanswered' | 'leaveAloneMs'>): void
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
  let opened = { unanswered: 0, tookMs: 0 }
  let leaveAloneMs = 0
  let mayHurry = true

  function halfOfTimeLeftMs(): number {
    const leftMs = deps.timeLeftMs()
    return leftMs > 0 ? leftMs / 2 : Number.POSITIVE_INFINITY
  }

  /** Null where `attempt` is at a server that is alone. */
  function severalMs(attempt: number): number | null {
    if (!isOneOfSeveral()) return null
    const [minMs, maxMs] = attempt < QUICK_TRIES ? [QUICK_MIN_MS, QUICK_MAX_MS] : [SLOW_MIN_MS, SLOW_MAX_MS]
    return minMs + random() * (maxMs - minMs)
  }

  /** `waitMs`, or longer where the server said so: a little apart, since it may have said it to thousands. */
  function notBeforeAllowed(waitMs: number): number {
    const allowedMs = leaveAloneMs && leaveAloneMs + random() * QUICK_MAX_MS
    leaveAloneMs = 0
    return Math.max(waitMs, allowedMs)
  }

  return {
    connectMs() {
      const mostMs = Math.min(unattended() ? UNATTENDED_MS : CONNECT_MS, Math.max(CONNECT_MIN_MS, halfOfTimeLeftMs()))
      if (!isOneOfSeveral()) return mostMs
      const soonMs = Math.max(SEVERAL_CONNECT_MS, TIMES_OF_LAST * opened.tookMs) * 2 ** opened.unanswered
      return Math.min(mostMs, soonMs)
    },
    subscribed(tookMs) {
      opened = { unanswered: 0, tookMs }
    },
    lost(loss) {
      if (loss.unanswered) opened.unanswered++
      leaveAloneMs = Math.min(loss.leaveAloneMs ?? 0, LEFT_ALONE_MAX_MS)
    },
    lived(livedMs) {
      if (livedMs < (isOneOfSeveral() ? SEVERAL_STEADY_MS : STEADY_MS)) return
      attempt = 0
      mayHurry = true
    },
    mayOpenAtOnce: ({ after }) => mayHurry && (after === 'renew-token' || after === 'reconnect'),
    openedAtOnce() {
      mayHurry = false
    },
    successorRetryMs: (lost) => notBeforeAllowed(severalMs(lost) ?? backoffMs(lost, random)),
    retryMs() {
      const tries = attempt++
      const maxMs = unattended() ? UNATTENDED_MS : BACKOFF_MAX_MS
      const waitMs = severalMs(tries) ?? backoffMs(tries, random, maxMs)
      return notBeforeAllowed(Math.min(waitMs, Math.max(BACKOFF_MIN_MS, halfOfTimeLeftMs())))
    },
  }
}
