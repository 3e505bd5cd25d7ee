import { type Step, step, type Transitions } from '../../../core/util/state-machine.ts'

/**
 * State machine of a live line, as a table; `live-line.ts` implements its actions, and docs/architecture.md draws it.
 * Before the server ends a socket for its age, the line moves to a second one, its successor, without a break: the
 * handover.
 */

export type LineState =
  /** Not started. */
  | 'idle'
  /** A socket is being opened and subscribed. */
  | 'opening'
  /** Subscribed; the socket must prove itself by a message, because REST responses say nothing about it. */
  | 'proving'
  /** The only socket is subscribed, and works. */
  | 'live'
  /** Subscribed; the successor waits until no other line of the application is in a handover. */
  | 'handover-queued'
  /** Subscribed; the successor is being opened and subscribed beside it. */
  | 'handover-opening'
  /** Both are subscribed; the successor must prove itself. */
  | 'handover-proving'
  /** Subscribed; the successor was lost, and another attempt is scheduled. */
  | 'handover-retrying'
  /** There is no socket; the next attempt is scheduled. */
  | 'retrying'
  | 'closed'

export type LineEvent =
  | 'start'
  /** The socket's subscription is confirmed. */
  | 'subscribed'
  /** The socket delivered data, or the state of its source; with rare data the subscription is proof enough. */
  | 'proven'
  /** The server announces the end of the socket. Before `subscribed`, this event is deferred until then. */
  | 'notice'
  /** The socket has been silent so long that a cautious line opens a second one. */
  | 'silence'
  /** The socket received a message again, so the second socket is closed. */
  | 'heard-again'
  /** The machine may have slept, or the network changed: an open socket may be dead. */
  | 'wake'
  /** The socket ended with a close code that permits an immediate reconnect. */
  | 'ended'
  /** The socket ended otherwise, or never opened. */
  | 'lost'
  /** The socket was closed at the application's connection limit (4009). */
  | 'refused'
  /** The next attempt is due. */
  | 'retry-due'
  /** No other line is in a handover. */
  | 'successor-turn'
  | 'successor-subscribed'
  /** The successor delivered data, or the backfill before it is complete. */
  | 'successor-proven'
  | 'successor-lost'
  | 'successor-retry-due'
  | 'close'

export type LineEffect =
  /** Starts monitoring for silence and wake-up. */
  | 'watch'
  | 'open'
  /** Opens one without delay, permitted once per good line. */
  | 'open-at-once'
  /** Aborts an attempt that may hang on a lost network. */
  | 'abandon'
  /** Schedules the next attempt. */
  | 'plan-retry'
  | 'cancel-retry'
  /** Reports the subscription, with the start of the period in which data may be missing. */
  | 'tell-subscribed'
  | 'tell-successor-subscribed'
  /** Takes the subscription as proof with rare data. */
  | 'prove-if-rare'
  /** Waits until no other line is in a handover. */
  | 'queue'
  | 'open-successor'
  | 'plan-successor-retry'
  | 'drop-successor'
  /** Makes the successor the line's socket and closes the old one. Ends the handover. */
  | 'promote'
  /** Ends the handover before a successor was opened. */
  | 'end-handover'
  | 'count-reconnect'
  | 'hang-up'
  /** Reported health, until the next change. */
  | `tell-${LineHealth}`

/** Health of the line. During attempts the last value stays. */
export type LineHealth = 'connecting' | 'up' | 'down' | 'waiting-for-slot' | 'closed'

type LineStep = Step<LineState, LineEffect>

const CLOSE = { close: step('closed', 'hang-up', 'tell-closed') } as const

/** The successor continues, however the old socket was lost. */
const successorGoesOn = (goOn: LineStep) => ({ ended: goOn, lost: goOn, refused: goOn })

/** The socket was lost in a handover without a successor. */
const LOST_ALONE = {
  ended: step('opening', 'end-handover', 'open-at-once', 'tell-connecting'),
  lost: step('retrying', 'end-handover', 'plan-retry', 'tell-connecting'),
  refused: step('retrying', 'end-handover', 'plan-retry', 'tell-waiting-for-slot'),
} as const

const SUCCESSOR_LOST = { 'successor-lost': step('handover-retrying', 'plan-successor-retry', 'tell-up') } as const

/** The socket was lost before it proved itself. */
const LOST_UNPROVEN = {
  ended: step('opening', 'open-at-once', 'tell-connecting'),
  lost: step('retrying', 'plan-retry', 'tell-down'),
  refused: step('retrying', 'plan-retry', 'tell-waiting-for-slot'),
} as const
const OPEN_ANEW = step('opening', 'abandon', 'open')

export const LINE_TRANSITIONS: Transitions<LineState, LineEvent, LineEffect> = {
  idle: {
    start: step('opening', 'watch', 'open', 'tell-connecting'),
    ...CLOSE,
  },
  opening: {
    subscribed: step('proving', 'tell-subscribed', 'prove-if-rare'),
    wake: OPEN_ANEW,
    ...LOST_UNPROVEN,
    ...CLOSE,
  },
  proving: {
    proven: step('live', 'tell-up'),
    silence: OPEN_ANEW,
    wake: OPEN_ANEW,
    ...LOST_UNPROVEN,
    ...CLOSE,
  },
  live: {
    notice: step('handover-queued', 'queue'),
    silence: step('handover-queued', 'queue'),
    wake: step('handover-queued', 'queue'),
    ended: step('opening', 'open-at-once', 'tell-connecting'),
    lost: step('retrying', 'plan-retry', 'tell-connecting'),
    refused: step('retrying', 'plan-retry', 'tell-waiting-for-slot'),
    ...CLOSE,
  },
  'handover-queued': {
    'successor-turn': step('handover-opening', 'open-successor'),
    'heard-again': step('live', 'end-handover'),
    ...LOST_ALONE,
    ...CLOSE,
  },
  'handover-opening': {
    'successor-subscribed': step('handover-proving', 'tell-successor-subscribed'),
    'heard-again': step('live', 'drop-successor', 'end-handover'),
    ...SUCCESSOR_LOST,
    ...successorGoesOn(step('opening', 'promote', 'tell-connecting')),
    ...CLOSE,
  },
  'handover-proving': {
    'successor-proven': step('live', 'promote', 'count-reconnect', 'tell-up'),
    ...SUCCESSOR_LOST,
    ...successorGoesOn(step('proving', 'promote', 'count-reconnect', 'tell-connecting', 'prove-if-rare')),
    ...CLOSE,
  },
  'handover-retrying': {
    'successor-retry-due': step('handover-queued', 'queue'),
    'heard-again': step('live', 'end-handover'),
    ...LOST_ALONE,
    ...CLOSE,
  },
  retrying: {
    'retry-due': step('opening', 'open'),
    wake: step('opening', 'cancel-retry', 'open'),
    ...CLOSE,
  },
  closed: {},
}
