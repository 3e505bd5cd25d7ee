import { step, type Transitions } from '../../../core/util/state-machine.ts'

/**
 * State machine of backfills, as a table; `gap-filler.ts` implements its actions, and docs/architecture.md draws it.
 * There is one request at a time, for all missing periods; periods missed meanwhile are in the next one.
 */

export type JoinState =
  /** No request is in progress or scheduled. */
  | 'idle'
  /** The next request is scheduled. */
  | 'waiting'
  /** A request is in progress. */
  | 'asking'
  /** The same, and another must follow immediately. */
  | 'asking-again'
  | 'closed'

export type JoinEvent =
  /** Request all missing periods. */
  | 'join'
  /** The same, while a request has been pending so long that it may have been lost with the broken line. */
  | 'join-in-doubt'
  /** The same for an unreadable message: rate limited. */
  | 'join-soon'
  /** The scheduled time has come. */
  | 'due'
  | 'nothing-missing'
  /** The response arrived, and no data is missing. */
  | 'answered'
  /** The response arrived, and more was missed meanwhile. */
  | 'answered-in-part'
  | 'failed'
  | 'close'

export type JoinEffect =
  /** Extends missing periods up to now, and drops unreachable ones. */
  | 'review-missing'
  | 'ask'
  /** Aborts the request: its periods are missing again. */
  | 'take-back'
  /** Waits for the minimum interval of this kind of request. */
  | 'space-out'
  | 'back-off'
  | 'cancel-wait'
  /** No data is missing any longer. */
  | 'tell-filled'
  | 'give-up'

const ASK = step('asking', 'review-missing', 'ask')
const FILLED = step('idle', 'tell-filled')
const DOUBT = { 'join-in-doubt': step('asking', 'take-back', ...ASK.run) } as const
const CLOSE = { close: step('closed', 'give-up') } as const

export const JOIN_TRANSITIONS: Transitions<JoinState, JoinEvent, JoinEffect> = {
  idle: {
    join: ASK,
    'join-soon': step('waiting', 'space-out'),
    ...CLOSE,
  },
  waiting: {
    join: step('asking', 'cancel-wait', ...ASK.run),
    due: ASK,
    ...CLOSE,
  },
  asking: {
    join: step('asking-again'),
    ...DOUBT,
    'nothing-missing': FILLED,
    answered: FILLED,
    'answered-in-part': step('waiting', 'space-out'),
    failed: step('waiting', 'back-off'),
    ...CLOSE,
  },
  'asking-again': {
    ...DOUBT,
    answered: FILLED,
    'answered-in-part': ASK,
    failed: ASK,
    ...CLOSE,
  },
  closed: {},
}
