import type { ServerMessage } from '../../../contract/messages.ts'
import { createMachine, type Machine } from '../../../core/util/state-machine.ts'
import type { Environment } from '../../session/environment.ts'
import { createHandover, type Handover } from './handover.ts'
import { createLineCoverage, type LineCoverage } from './line-coverage.ts'
import type { LineFault } from './line-fault.ts'
import { LINE_TRANSITIONS, type LineEffect, type LineEvent, type LineHealth, type LineState } from './line-machine.ts'
import type { LineSocketOptions, Loss } from './line-socket.ts'
import { createLineSockets, type LineSockets } from './line-sockets.ts'
import { watchLine } from './line-watch.ts'
import { createReconnectDelay, type ReconnectDelay } from './reconnect-delay.ts'
import type { SocketHandoverLock } from './socket-handover-lock.ts'

/** A screen that nobody touches does not wait until a silent socket is sure to be dead. */
const UNATTENDED_SILENCE_MS = 6_000

/** Of several servers one may be gone: a token is doubted where so many attempts in a row were refused. */
const REFUSALS_OF_TOKEN = 3

interface LineEvents {
  /**
   * A subscription stands from now on. What came between `coveredMs` (Unix ms) and now may be missing; null at the very
   * first one. `goesOn` where the line itself brings that.
   */
  subscribed(coveredMs: number | null, goesOn: boolean): void
  /** What came since `coveredMs` could not be read, or did not come. */
  hole(coveredMs: number | null): void
  /** `coveredMs` of the line moved on, because of what it brought. */
  covered(): void
  message(message: ServerMessage): void
  unread(kind: 'unknown' | 'malformed'): void
  /** The health, or something else that the line tells, changed. */
  changed(): void
}

export interface LineOptions extends LineSocketOptions {
  environment: Pick<Environment, 'clock' | 'random' | 'openSocket' | 'onWake'>
  /** Forgets the token that the address came with. */
  dropToken?(): void
  /** Shared with whoever else opens sockets for the same application; without it a successor is opened at will. */
  handoverLock?: SocketHandoverLock
  /** Until when an earlier line brought everything, Unix ms. */
  coveredMs?: number | null
  /** True for a screen that nobody touches; few of those are in front of one server, so they may ask more often. */
  unattended?(): boolean
  /** Data comes more often than this, ms: after a longer pause some of it may have been lost on its way. */
  pauseMaxMs?: number
  /** How long what is missing can still be had; the nearer the end of that, the closer the attempts. */
  timeLeftMs(): number
  events: LineEvents
}

export interface LiveLine {
  /** Opens the line; safe to call twice. */
  start(): void
  /** Closes for good; safe to call twice. */
  close(): void
  /** What may have been missing when the last subscription began has been had from REST. */
  gapsFilled(): void
  readonly health: LineHealth
  /** Unix ms until which the line brought everything; null before the first subscription. */
  readonly coveredMs: number | null
  readonly sockets: number
  readonly reconnects: number
  /** The last failure in words, without any secret. */
  readonly lastError: string | null
  /** The kind of the last failure; null while none. */
  readonly fault: LineFault | null
}

/** What a line consists of. */
interface Parts {
  options: LineOptions
  machine: Machine<LineState, LineEvent>
  sockets: LineSockets
  coverage: LineCoverage
  delay: ReconnectDelay
  handover: Handover
  /** What is told of it. */
  told: { health: LineHealth; reconnects: number; lastError: string | null; fault: LineFault | null }
  /**
   * A relay tells of its gaps once, and again to who subscribes again; `missed` where it may have told of one. `goesOn` where
   * the latest subscription brings what came since the one before; `isOneOfSeveral` where it says how often it speaks.
   */
  relay: { isOne: boolean; missed: boolean; goesOn: boolean; isOneOfSeveral: boolean }
  /** The current socket is silent, and another one is looked for because of that alone. */
  isSilent: boolean
  /** When the latest attempt was made, monotonic. */
  dialledMs: number
  /** Attempts in a row to which the answer was no. */
  refusals: number
}

/**
 * A managed line: it is opened again as its close code asks, and moved to another socket without a break when the server
 * announces the end of the old one. `line-machine.ts` says what follows what; here is how it is done.
 */
export function createLiveLine(options: LineOptions): LiveLine {
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
        line.isSilent = false // it is left in any case
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
      ...{ random, unattended, timeLeftMs: options.timeLeftMs },
      isOneOfSeveral: () => line.relay.isOneOfSeveral,
    }),
    handover: createHandover({
      ...{ clock, lock: options.handoverLock },
      retryMs: (attempt) => line.delay.successorRetryMs(attempt),
    }),
    told: { health: 'connecting', reconnects: 0, lastError: null, fault: null },
    relay: { isOne: false, missed: false, goesOn: false, isOneOfSeveral: false },
    isSilent: false,
    dialledMs: 0,
    refusals: 0,
  }
  const effects = effectsOf(line)
  const { sockets, coverage, told } = line

  return {
    start: () => machine.send('start'),
    close: () => machine.send('close'),
    gapsFilled() {
      if (dataIsRare) machine.send('successor-proven')
    },
    get health() {
      return told.health
    },
    get coveredMs() {
      return coverage.untilMs
    },
    get sockets() {
      return sockets.count()
    },
    get reconnects() {
      return told.reconnects
    },
    get lastError() {
      return told.lastError
    },
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

function heardAnything({ options, coverage }: Parts, byCurrent: boolean): void {
  const { environment, events, pauseMaxMs = Number.POSITIVE_INFINITY } = options
  if (byCurrent) coverage.trust()
  const beforeMs = coverage.moveToNow()
  if (beforeMs !== null && environment.clock.now() - beforeMs > pauseMaxMs) events.hole(beforeMs)
  events.covered()
}

function unread({ options, coverage, relay }: Parts, kind: 'unknown' | 'malformed', lost: boolean): void {
  options.events.unread(kind)
  if (!lost) return
  relay.missed = relay.isOne
  options.events.hole(coverage.moveToNow())
}

function lostSocket(line: Parts, loss: Loss, isSuccessor: boolean): void {
  const { options, machine, sockets, coverage, delay, told } = line
  told.lastError = loss.words
  told.fault = loss.fault
  // A refused handshake looks like any other failure in a browser, so what never opened costs its token too.
  // That one server of several refuses or answers nothing says little of it, and another one may have to be asked for the next.
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
  if (!sockets.hasSuccessor()) delay.lived(loss.livedMs)
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
      stopWatching = watchLine(environment, { jump: coverage.distrust, tick, wake: () => machine.send('wake') })
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
