import type { ServerMessage } from '../../contract/messages.ts'
import { BACKOFF_MAX_MS, BACKOFF_MIN_MS, backoffMs } from '../../core/time/backoff.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Environment } from '../session/environment.ts'
import {
  createLineSocket,
  type LineSocket,
  type LineSocketEvents,
  type LineSocketOptions,
  type Loss,
} from './line-socket.ts'
import type { SocketHandoverLock } from './socket-handover-lock.ts'

const TICK_MS = 1_000
/** An address was had and yet nothing opened. */
const CONNECT_MS = 15_000
const CONNECT_MIN_MS = 3_000
/** A line that lived this long was a good one: what went wrong before it no longer counts. */
const STEADY_MS = MINUTE_MS
/** More time than passes between two ticks of an awake page, even a hidden one (browsers give those one a minute). */
const JUMP_MS = 90_000
/**
 * A screen that nobody touches is well again within ten seconds of a fault's end: an attempt on a dead network, and the
 * wait for the next one, take no longer than this each.
 */
const UNATTENDED_MS = 3_000
/** It does not wait until a silent line is sure to be dead, but sees by a spare whether the server has more to say. */
const UNATTENDED_SILENCE_MS = 6_000

export type LineState =
  | 'connecting'
  /** A socket is open and its subscription stands. */
  | 'up'
  | 'down'
  | 'waiting-for-slot'
  | 'closed'

interface LineEvents {
  /**
   * A subscription stands from now on. What came between `coveredMs` (Unix ms) and now may be missing; null at the very
   * first one.
   */
  standing(coveredMs: number | null): void
  /** What came since `coveredMs` could not be read. */
  hole(coveredMs: number | null): void
  message(message: ServerMessage): void
  unread(kind: 'unknown' | 'malformed'): void
  /** The state, or something else that the line tells, changed. */
  changed(): void
}

export interface LineOptions extends LineSocketOptions {
  environment: Pick<Environment, 'clock' | 'random' | 'openSocket' | 'onWake'>
  /** Forgets the token that the address came with. */
  dropToken?(): void
  /** Shared with whoever else opens sockets for the same application; without it a spare is opened at will. */
  spareSlot?: SocketHandoverLock
  /** Until when an earlier line brought everything, Unix ms. */
  coveredMs?: number | null
  /** True for a screen that nobody touches; few of those are in front of one server, so they may ask more often. */
  unattended?(): boolean
  /** How long what is missing can still be had; the nearer the end of that, the closer the attempts. */
  timeLeftMs(): number
  events: LineEvents
}

export interface LiveLine {
  start(): void
  close(): void
  /** What may have been missing when the last subscription began has been read. */
  settled(): void
  readonly state: LineState
  /** Unix ms until which the line brought everything; null before the first subscription. */
  readonly coveredMs: number | null
  readonly sockets: number
  readonly reconnects: number
  readonly lastError: string | null
}

/**
 * A managed line: opened again as its close code asks, and moved to a spare socket without a break when the server
 * announces the end of the old one. At most one spare exists.
 */
export function createLiveLine(options: LineOptions): LiveLine {
  const { environment, events, quiet } = options
  const { clock, random } = environment
  const unattended = () => options.unattended?.() ?? false
  let state: LineState = 'connecting'
  let started = false
  let primary: LineSocket | null = null
  let spare: LineSocket | null = null
  let leaveSpareSlot: (() => void) | null = null // its slot is held, or waited for
  let cancelRetry: (() => void) | null = null
  let cancelSpareRetry: (() => void) | null = null
  let attempt = 0
  let spareAttempt = 0
  let mayHurry = true // one reconnection without delay for each good line
  let stoodOnce = false
  let reconnects = 0
  let lastError: string | null = null
  let coveredMs = options.coveredMs ?? null // Unix ms until which the line brought everything
  let believed = false // that the primary is open as it seems
  let lastTickMs = 0 // Unix ms
  const stops: (() => void)[] = []

  function setState(next: LineState): void {
    if (state === 'closed') return // by somebody who heard of the very event that brought us here
    state = next
    events.changed()
  }

  function dial(): LineSocket {
    const socketEvents: LineSocketEvents = {
      dialled: () => events.changed(),
      standing: () => stood(socket),
      message: (message) => heard(socket, message),
      unread(kind) {
        events.unread(kind)
        if (kind === 'malformed' && socket === primary && socket.standing) hole()
      },
      heard() {
        if (!socket.standing) return
        if (socket === primary) believed = true
        coveredMs = clock.now()
      },
      lost: (loss) => lost(socket, loss),
    }
    const patienceMs = unattended() ? UNATTENDED_MS : CONNECT_MS
    const connectMs = Math.min(patienceMs, Math.max(CONNECT_MIN_MS, halfOfTimeLeftMs()))
    const socket = createLineSocket(options, socketEvents, connectMs)
    return socket
  }

  function halfOfTimeLeftMs(): number {
    const leftMs = options.timeLeftMs()
    return leftMs > 0 ? leftMs / 2 : Number.POSITIVE_INFINITY
  }

  function retryMs(): number {
    const maxMs = unattended() ? UNATTENDED_MS : BACKOFF_MAX_MS
    return Math.min(backoffMs(attempt++, random, maxMs), Math.max(BACKOFF_MIN_MS, halfOfTimeLeftMs()))
  }

  function hole(): void {
    const before = coverage()
    coveredMs = clock.now()
    events.hole(before)
  }

  function stood(socket: LineSocket): void {
    const before = coverage()
    coveredMs = clock.now()
    if (socket === primary) {
      believed = true
      if (stoodOnce) reconnects++
    }
    stoodOnce = true
    events.standing(before)
    if (socket === primary) setState('up')
  }

  function heard(socket: LineSocket, message: ServerMessage): void {
    if (message.type === 'server_notice' && socket === primary) replace()
    events.message(message)
    const proof = message.type === options.dataType || message.type === 'source_status'
    if (proof && socket === spare) takeOver()
  }

  function coverage(): number | null {
    return quiet && believed && coveredMs !== null ? Math.max(coveredMs, lastTickMs) : coveredMs
  }

  /** Opens the spare; the old socket goes when the spare has shown that it works. */
  function replace(): void {
    if (spare || leaveSpareSlot || cancelSpareRetry || !primary) return
    const open = () => {
      spare = dial()
    }
    if (options.spareSlot) leaveSpareSlot = options.spareSlot.take(open)
    else open()
  }

  /** The spare is one no longer, or was not to be. */
  function noSpare(): void {
    spare = null
    leaveSpareSlot?.()
    leaveSpareSlot = null
  }

  function takeOver(): void {
    if (!spare?.standing) return
    primary?.close()
    primary = spare
    noSpare()
    spareAttempt = 0
    believed = true
    reconnects++
    setState('up')
  }

  function lost(socket: LineSocket, loss: Loss): void {
    lastError = loss.words
    // A refused handshake looks like any other failure in a browser, so what never opened costs its token too.
    if (loss.after === 'renew-token' || !loss.opened) options.dropToken?.()
    if (socket === spare) loseSpare()
    else losePrimary(loss)
  }

  function loseSpare(): void {
    noSpare()
    cancelSpareRetry = clock.after(backoffMs(spareAttempt++, random), () => {
      cancelSpareRetry = null
      replace()
    })
    events.changed()
  }

  function losePrimary(loss: Loss): void {
    if (!loss.silent) coveredMs = coverage()
    believed = false
    cancelSpareRetry?.()
    cancelSpareRetry = null
    spareAttempt = 0
    primary = spare
    noSpare()
    if (primary) {
      // The spare that was on its way is the line now; where it stands already there was no break at all.
      believed = primary.standing
      if (primary.standing) reconnects++
      setState(primary.standing ? 'up' : 'connecting')
      return
    }
    if (loss.livedMs >= STEADY_MS) {
      attempt = 0
      mayHurry = true
    }
    if (mayHurry && (loss.after === 'renew-token' || loss.after === 'reconnect')) {
      mayHurry = false
      primary = dial()
      setState('connecting')
      return
    }
    cancelRetry = clock.after(retryMs(), retry)
    if (loss.after === 'wait-for-slot') setState('waiting-for-slot')
    else setState(loss.standing ? 'connecting' : 'down')
  }

  /** The state stays what it was, until the attempt has shown something else. */
  function retry(): void {
    cancelRetry?.()
    cancelRetry = null
    primary = dial()
  }

  function tick(): void {
    const nowMs = clock.now()
    // Without a word of its own for waking up, a machine never sleeps: its clock was put right.
    const jumped = environment.onWake !== undefined && nowMs - lastTickMs > JUMP_MS
    if (jumped) doubt()
    lastTickMs = nowMs
    spare?.watch()
    primary?.watch()
    if (jumped) wake()
    else if (unattended() && !quiet && (primary?.silentMs() ?? 0) > UNATTENDED_SILENCE_MS) replace()
  }

  /** The machine may have slept: that a socket is open no longer says that nothing was missed. */
  function doubt(): void {
    coveredMs = coverage()
    believed = false
  }

  function wake(): void {
    if (cancelRetry) retry()
    else if (primary?.standing) replace()
    else if (primary) redial(primary)
  }

  /** An attempt that is under way was made on a network that may be gone. */
  function redial(hung: LineSocket): void {
    if (!hung.dialled) options.dropToken?.()
    hung.close()
    primary = dial()
  }

  return {
    start() {
      if (started || state === 'closed') return
      started = true
      lastTickMs = clock.now()
      stops.push(clock.every(TICK_MS, tick))
      const stop = environment.onWake?.(() => {
        doubt()
        wake()
      })
      if (stop) stops.push(stop)
      primary = dial()
      events.changed()
    },
    close() {
      if (state === 'closed') return
      for (const stop of stops) stop()
      cancelRetry?.()
      cancelSpareRetry?.()
      spare?.close()
      primary?.close()
      noSpare()
      primary = null
      state = 'closed'
      events.changed()
    },
    settled() {
      if (quiet) takeOver()
    },
    get state() {
      return state
    },
    get coveredMs() {
      return coverage()
    },
    get sockets() {
      return (primary?.dialled ? 1 : 0) + (spare?.dialled ? 1 : 0)
    },
    get reconnects() {
      return reconnects
    },
    get lastError() {
      return lastError
    },
  }
}
