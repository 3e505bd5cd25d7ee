import { step, type Transitions } from '../../../core/util/state-machine.ts'

/**
 * How what a line missed is had from REST, as a table; `gap-filler.ts` does what it says, and docs/architecture.md draws
 * it. One question is under way at a time: it asks for everything that is missing, and what is missed meanwhile is for
 * the next one.
 */

export type JoinState =
  /** Nothing is asked, and nothing is about to be. */
  | 'idle'
  /** The next question is asked after a while. */
  | 'waiting'
  /** A question is under way. */
  | 'asking'
  /** The same, and another is wanted right after it. */
  | 'asking-again'
  | 'closed'

export type JoinEvent =
  /** Ask for everything that is missing. */
  | 'join'
  /** The same, while a question is under way for so long that it may have been lost with the line that broke. */
  | 'join-in-doubt'
  /** The same for a message that could not be read: not again and again. */
  | 'join-soon'
  /** The wait is over. */
  | 'due'
  | 'nothing-missing'
  /** The answer came, and nothing is missing any more. */
  | 'answered'
  /** The answer came, and more was missed meanwhile. */
  | 'answered-in-part'
  | 'failed'
  | 'close'

export type JoinEffect =
  /** Brings the list of what is missing up to now, and gives up what no answer can bring any more. */
  | 'review-missing'
  /** Sends the question. */
  | 'ask'
  /** Gives up the question that is under way: what it asked for is missing again. */
  | 'take-back'
  /** Waits until the last question of this kind is long enough ago. */
  | 'space-out'
  /** Waits, longer with each failure. */
  | 'back-off'
  | 'cancel-wait'
  /** Nothing is missing any more. */
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
