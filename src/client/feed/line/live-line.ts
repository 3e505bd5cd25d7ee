import type { ServerMessage } from '../../../contract/messages.ts'
import { createMachine, type Machine } from '../../../core/util/state-machine.ts'
import type { Environment } from '../../session/environment.ts'
import { createHandover, type Handover } from './handover.ts'
import { createLineCoverage, type LineCoverage } from './line-coverage.ts'
import type { LineFault } from './line-fault.ts'
import { LINE_TRANSITIONS, type LineEffect, type LineEvent, type LineHealth, type LineState } from './line-machine.ts'
import type { LineSocketOptions, Loss } from './line-socket.ts'
import { createLineSockets, type LineSockets } from './line-sockets.ts'
import { createReconnectDelay, type ReconnectDelay } from './reconnect-delay.ts'
import type { SocketHandoverLock } from './socket-handover-lock.ts'

const TICK_MS = 1_000

/** More than the interval between two ticks of an awake page, even a hidden one (browsers throttle it to a minute). */
const JUMP_MS = 90_000
/** Shorter pauses between messages are usual. */
const PAUSE_OF_SLEEP_MS = 5_000

/** An unattended screen replaces a silent socket early. */
const UNATTENDED_SILENCE_MS = 6_000

/** With several servers one may be down: a token is suspected after this many consecutive refusals. */
const REFUSALS_OF_TOKEN = 3

interface LineEvents {
  /**
   * A subscription is confirmed. Data between `coveredMs` (Unix ms) and now may be missing; null for the first one.
   * `goesOn` if the line itself sends it.
   */
  subscribed(coveredMs: number | null, goesOn: boolean): void
  /** Data since `coveredMs` was unreadable, or not sent. */
  hole(coveredMs: number | null): void
  /** `coveredMs` advanced with received data. */
  covered(): void
  message(message: ServerMessage): void
  unread(kind: 'unknown' | 'malformed'): void
  /** The health, or another reported value, changed. */
  changed(): void
}

export interface LineOptions extends LineSocketOptions {
  environment: Pick<Environment, 'clock' | 'random' | 'openSocket' | 'onWake'>
  /** Drops the token of the address. */
  dropToken?(): void
  /** Shared with other sockets of the application; without it successors open freely. */
  handoverLock?: SocketHandoverLock
  /** Time up to which an earlier line was complete, Unix ms. */
  coveredMs?: number | null
  /** True for an unattended screen; there are few per server, so they may retry more often. */
  unattended?(): boolean
  /** Maximum interval of data, ms: after a longer pause data may have been lost in transit. */
  pauseMaxMs?: number
  /** Remaining time until missing data is lost: attempts become more frequent towards its end. */
  timeLeftMs(): number
  events: LineEvents
}

interface Parts {
  options: LineOptions
  machine: Machine<LineState, LineEvent>
  sockets: LineSockets
  coverage: LineCoverage
  delay: ReconnectDelay
  handover: Handover
  told: { health: LineHealth; reconnects: number; lastError: string | null; fault: LineFault | null }
  /**
   * A relay reports each gap once, and again to new subscriptions; `missed` if one may have been missed. `goesOn` if
   * the latest subscription resumed the one before; `isOneOfSeveral` if the server announced its heartbeat interval.
   */
  relay: { isOne: boolean; missed: boolean; goesOn: boolean; isOneOfSeveral: boolean }
  /** The current socket is silent, and another is being opened for that reason only. */
  isSilent: boolean
  /** Time of the latest attempt, monotonic. */
  dialledMs: number
  /** Consecutive refused attempts. */
  refusals: number
  /** Time of the last tick, Unix ms. */
  tickMs: number
  /** The machine slept, and no message arrived since. */
  slept: boolean
}

/**
 * A managed line: it reconnects as its close code permits, and moves to another socket without a break when the server
 * announces the end of the old one. State transitions are in `line-machine.ts`, actions are here.
 */
export function createLiveLine(options: LineOptions) {
  const { environment, dataIsRare, unattended = () => false } = options
  const { clock, random } = environment
  const machine = createMachine(LINE_TRANSITIONS, 'idle', (effect) => effects[effect]())
  const line: Parts = {
    options,
    machine,
    sockets: createLineSockets(options, {
      dialled() {
        line.dialledMs = clock.monotonicMs()
        options.events.changed()
      },
      subscribed(role, goesOn) {
        line.relay.goesOn = goesOn
        line.refusals = 0
        line.delay.subscribed(clock.monotonicMs() - line.dialledMs)
        machine.send(role === 'current' ? 'subscribed' : 'successor-subscribed')
      },
      endAnnounced() {
        line.isSilent = false // the state is left in any case
        machine.send('notice')
      },
      silent() {
        line.isSilent = machine.state === 'live'
        machine.send('silence')
      },
      heardAgain() {
        if (line.isSilent) machine.send('heard-again')
        line.isSilent = false
      },
      message: (message, role) => heardMessage(line, message, role === 'successor'),
      unread: (kind, lost) => unread(line, kind, lost),
      heard: (role) => heardAnything(line, role === 'current'),
      lost: (role, loss) => lostSocket(line, loss, role === 'successor'),
    }),
    coverage: createLineCoverage({ clock, dataIsRare, coveredMs: options.coveredMs ?? null }),
    delay: createReconnectDelay({
      random,
      unattended,
      timeLeftMs: options.timeLeftMs,
      isOneOfSeveral: () => line.relay.isOneOfSeveral,
    }),
    handover: createHandover({
      clock,
      lock: options.handoverLock,
      retryMs: (attempt) => line.delay.successorRetryMs(attempt),
    }),
    told: { health: 'connecting', reconnects: 0, lastError: null, fault: null },
    relay: { isOne: false, missed: false, goesOn: false, isOneOfSeveral: false },
    isSilent: false,
    dialledMs: 0,
    refusals: 0,
    tickMs: 0,
    slept: false,
  }
  const effects = effectsOf(line)
  const { sockets, coverage, told } = line

  return {
    /** Opens the line; idempotent. */
    start: (): void => machine.send('start'),
    /** Closes permanently; idempotent. */
    close: (): void => machine.send('close'),
    /** The backfill for the last subscription is complete. */
    gapsFilled(): void {
      if (dataIsRare) machine.send('successor-proven')
    },
    get health() {
      return told.health
    },
    /** Unix ms up to which the line is complete; null before the first subscription. */
    get coveredMs() {
      return coverage.untilMs
    },
    get sockets() {
      return sockets.count()
    },
    get reconnects() {
      return told.reconnects
    },
    /** The last error, without secrets. */
    get lastError() {
      return told.lastError
    },
    /** Kind of the last failure; null without one. */
    get fault() {
      return told.fault
    },
  }
}

function heardMessage({ options, machine, relay }: Parts, message: ServerMessage, bySuccessor: boolean): void {
  options.events.message(message)
  if (message.type === 'source_status') relay.isOne = true
  if (message.type === 'subscribed') relay.isOneOfSeveral = Boolean(message.heartbeat_seconds)
  const isProof = message.type === options.dataType || message.type === 'source_status'
  if (isProof) machine.send(bySuccessor ? 'successor-proven' : 'proven')
}

function heardAnything(line: Parts, byCurrent: boolean): void {
  const { options, coverage } = line
  const { environment, events, pauseMaxMs = Number.POSITIVE_INFINITY } = options
  // A socket first brings messages that were sent before the machine slept: they say nothing about the time since.
  const nowMs = environment.clock.now()
  const slept = line.slept || hasSlept(line, nowMs)
  line.slept = false
  if (byCurrent && !slept) coverage.trust()
  const beforeMs = coverage.moveToNow()
  if (byCurrent) coverage.trust()
  const mostMs = slept ? Math.min(pauseMaxMs, PAUSE_OF_SLEEP_MS) : pauseMaxMs
  if (beforeMs !== null && nowMs - beforeMs > mostMs) events.hole(beforeMs)
  events.covered()
}

/**
 * Whether the machine slept since the last tick. Without an event for that, as on a server, machines do not sleep: a
 * jump is a clock correction.
 */
function hasSlept({ options, tickMs }: Parts, nowMs: number): boolean {
  return options.environment.onWake !== undefined && nowMs - tickMs > JUMP_MS
}

function unread({ options, coverage, relay }: Parts, kind: 'unknown' | 'malformed', lost: boolean): void {
  options.events.unread(kind)
  if (!lost) return
  relay.missed = relay.isOne
  options.events.hole(coverage.moveToNow())
}

function lostSocket(line: Parts, loss: Loss, isSuccessor: boolean): void {
  const { options, machine, coverage, delay, told } = line
  told.lastError = loss.words
  told.fault = loss.fault
  // A refused handshake looks like any other failure in a browser, so a socket that never opened also costs its token.
  // With several servers a single refusal or timeout says little about the token.
  if (!loss.opened && !loss.unanswered) line.refusals++
  const isAnothersFault = line.relay.isOneOfSeveral && (loss.unanswered || line.refusals % REFUSALS_OF_TOKEN !== 0)
  if (loss.after === 'renew-token' || !(loss.opened || isAnothersFault)) options.dropToken?.()
  delay.lost(loss)
  if (isSuccessor) {
    machine.send('successor-lost')
    return
  }
  if (loss.silent) coverage.takeBack()
  else coverage.distrust()
  delay.lived(loss.livedMs)
  if (loss.after === 'wait-for-slot') machine.send('refused')
  else machine.send(delay.mayOpenAtOnce(loss) ? 'ended' : 'lost')
}

function effectsOf(line: Parts): Readonly<Record<LineEffect, () => void>> {
  const { options, machine, sockets, coverage, delay, handover, told, relay } = line
  const { environment, events } = options
  const { clock } = environment
  let everSubscribed = false
  let stopWatching: (() => void) | undefined
  let cancelRetry: (() => void) | undefined

  function jump(): void {
    coverage.distrust()
    line.slept = true
  }

  function tick(nowMs: number): void {
    coverage.tick(nowMs)
    events.covered()
    sockets.watch()
    if (relay.missed) sockets.subscribeAgain()
    relay.missed = false
    const isCareful = options.unattended?.() && !options.dataIsRare
    if (isCareful && sockets.silentMs() > UNATTENDED_SILENCE_MS) machine.send('silence')
  }

  function promote(): void {
    if (sockets.promote()) coverage.trust()
    handover.end()
  }

  const tell = (health: LineHealth) => () => {
    told.health = health
    events.changed()
  }

  return {
    watch() {
      coverage.tick(clock.now())
      stopWatching = watchLine(line, { jump, tick, wake: () => machine.send('wake') })
    },
    open: () => sockets.open(delay.connectMs()),
    'open-at-once'() {
      delay.openedAtOnce()
      sockets.open(delay.connectMs())
    },
    abandon() {
      if (!sockets.closeCurrent()) options.dropToken?.()
    },
    'plan-retry'() {
      sockets.closeCurrent()
      cancelRetry = clock.after(delay.retryMs(), () => machine.send('retry-due'))
    },
    'cancel-retry': () => cancelRetry?.(),
    'tell-subscribed'() {
      if (everSubscribed) told.reconnects++
      everSubscribed = true
      const coveredMs = coverage.moveToNow()
      coverage.trust()
      events.subscribed(coveredMs, relay.goesOn)
    },
    'prove-if-rare'() {
      if (options.dataIsRare) machine.send('proven')
    },
    'tell-successor-subscribed': () => events.subscribed(coverage.moveToNow(), relay.goesOn),
    queue: () => handover.queue(() => machine.send('successor-turn')),
    'drop-successor': sockets.dropSuccessor,
    'open-successor': () => sockets.openSuccessor(delay.connectMs()),
    'plan-successor-retry'() {
      sockets.dropSuccessor()
      handover.retryLater(() => machine.send('successor-retry-due'))
    },
    'end-handover': handover.end,
    promote,
    'count-reconnect'() {
      told.reconnects++
    },
    'hang-up'() {
      stopWatching?.()
      cancelRetry?.()
      sockets.close()
      handover.end()
    },
    'tell-connecting': tell('connecting'),
    'tell-up': tell('up'),
    'tell-down': tell('down'),
    'tell-waiting-for-slot': tell('waiting-for-slot'),
    'tell-closed': tell('closed'),
  }
}

/** Ticks each second, and detects sleep of the machine, also by the environment's event; the returned function stops it. */
function watchLine(
  line: Parts,
  on: {
    /** Before `tick`, after a jump. */
    jump(): void
    tick(nowMs: number): void
    wake(): void
  },
): () => void {
  const { clock, onWake } = line.options.environment
  line.tickMs = clock.now()
  const stopTicks = clock.every(TICK_MS, () => {
    const nowMs = clock.now()
    const jumped = hasSlept(line, nowMs)
    line.tickMs = nowMs
    if (jumped) on.jump()
    on.tick(nowMs)
    if (jumped) on.wake()
  })
  const stopWakes = onWake?.(() => {
    on.jump()
    on.wake()
  })
  return () => {
    stopTicks()
    stopWakes?.()
  }
}
