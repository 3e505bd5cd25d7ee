import { type Step, step, type Transitions } from '../../../core/util/state-machine.ts'

/**
 * The life of a live line as a table; `live-line.ts` does what it says, and docs/architecture.md draws it. Before the
 * server ends a socket for its age, the line moves to a second one, its successor, without a break: the handover.
 */

export type LineState =
  /** Not started. */
  | 'idle'
  /** A socket is being opened and subscribed. */
  | 'opening'
  /** Subscribed; the socket has to show that it works, as nothing else can: answers by REST say nothing of it. */
  | 'proving'
  /** The one socket is subscribed, and works. */
  | 'live'
  /** Subscribed; the successor waits until no other line of the application is in a handover. */
  | 'handover-queued'
  /** Subscribed; the successor is being opened and subscribed beside it. */
  | 'handover-opening'
  /** Both are subscribed; the successor has to show that it works. */
  | 'handover-proving'
  /** Subscribed; the successor was lost, and another is tried after a while. */
  | 'handover-retrying'
  /** There is no socket; the next attempt comes after a while. */
  | 'retrying'
  | 'closed'

export type LineEvent =
  | 'start'
  /** The socket's subscription stands. */
  | 'subscribed'
  /** The socket brought data, or the state of the source behind it; where data is rare, its subscription is proof enough. */
  | 'proven'
  /** The server says that it will end the socket soon. Before `subscribed`, this event waits for it. */
  | 'notice'
  /** The socket is silent for so long that a careful line looks whether a second one hears more. */
  | 'silence'
  /** The socket is not silent any more, and no other one is needed. */
  | 'heard-again'
  /** The machine may have slept, or the network have changed: an open socket may be dead without saying so. */
  | 'wake'
  /** The socket ended, and the close code lets the next one be opened at once. */
  | 'ended'
  /** The socket ended in another way, or never opened. */
  | 'lost'
  /** The socket was closed because the application holds as many as it may (4009). */
  | 'refused'
  /** It is time for the next attempt. */
  | 'retry-due'
  /** No other line is in a handover. */
  | 'successor-turn'
  | 'successor-subscribed'
  /** The successor brought data, or what the line had missed before it was had from REST. */
  | 'successor-proven'
  | 'successor-lost'
  | 'successor-retry-due'
  | 'close'

export type LineEffect =
  /** Begins to look for silence and for waking up. */
  | 'watch'
  /** Opens a socket. */
  | 'open'
  /** Opens one without delay, which is allowed once for each good line. */
  | 'open-at-once'
  /** Gives up an attempt that may hang on a network that is gone. */
  | 'abandon'
  /** Plans the next attempt. */
  | 'plan-retry'
  | 'cancel-retry'
  /** Tells that the line is subscribed from now on, and since when something may be missing. */
  | 'tell-subscribed'
  | 'tell-successor-subscribed'
  /** Takes the subscription for proof where data is rare. */
  | 'prove-if-rare'
  /** Waits until no other line is in a handover. */
  | 'queue'
  | 'open-successor'
  | 'plan-successor-retry'
  | 'drop-successor'
  /** Makes the successor the line's socket; the old one is closed, where it is still there. The handover is over. */
  | 'promote'
  /** The handover is over before a successor was opened. */
  | 'end-handover'
  | 'count-reconnect'
  | 'hang-up'
  /** The health that is told to the outside, until another is told. */
  | `tell-${LineHealth}`

/** How the line is, for those who only want to know that. While attempts are made, it stays what the last one showed. */
export type LineHealth = 'connecting' | 'up' | 'down' | 'waiting-for-slot' | 'closed'

type LineStep = Step<LineState, LineEffect>

const CLOSE = { close: step('closed', 'hang-up', 'tell-closed') } as const

/** However the old socket was lost, its successor goes on. */
const successorGoesOn = (goOn: LineStep) => ({ ended: goOn, lost: goOn, refused: goOn })

/** The socket was lost in a handover that has no successor yet. */
const LOST_ALONE = {
  ended: step('opening', 'end-handover', 'open-at-once', 'tell-connecting'),
  lost: step('retrying', 'end-handover', 'plan-retry', 'tell-connecting'),
  refused: step('retrying', 'end-handover', 'plan-retry', 'tell-waiting-for-slot'),
} as const

const SUCCESSOR_LOST = { 'successor-lost': step('handover-retrying', 'plan-successor-retry', 'tell-up') } as const

/** The socket was lost before it had shown that it works. */
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
