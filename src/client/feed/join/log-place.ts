import { isBefore, type ServerMessage } from '../../../contract/messages.ts'

type Position = string | null | undefined

/** Position in a relay's log up to which data is complete, so that a reconnecting socket can resume from it. */
export function createLogPlace(deps: {
  /** Whether all data so far is complete, except data in transit. */
  isWhole(): boolean
  /** The resumed data has arrived. */
  arrived(): void
}) {
  const { isWhole, arrived } = deps
  /** The latest known position; earlier data is complete or backfilled over REST. */
  let hadUpTo: Position = null
  let due: Position = null
  let isGoingOn = false

  /** Everything up to it has been sent. */
  function sent(position: Position): void {
    if (isGoingOn && !isBefore(position, due)) {
      isGoingOn = false
      arrived()
    }
    hadUpTo = position ?? hadUpTo
  }

  return {
    /** Resume position for a subscription, if a relay has sent one and no earlier data is missing. */
    asked: (): { after?: string } => (hadUpTo && isWhole() ? { after: hadUpTo } : {}),
    /** A subscription is confirmed; returns whether it resumes. */
    subscribed(goesOn: boolean): boolean {
      isGoingOn = goesOn
      // Another relay may be behind: its responses do not make data complete up to positions of an earlier socket.
      if (!goesOn) hadUpTo = null
      return goesOn
    },
    /** Records positions in a message. */
    heard(message: ServerMessage): void {
      if (message.type === 'subscribed') due = message.position ?? due
      if (message.type === 'new_strikes') sent(message.position)
    },
    /** Position up to which the line sends nothing, so that a response must contain it. */
    due: (): Position => due,
    /** Data since the previous subscription is being sent. */
    get isGoingOn(): boolean {
      return isGoingOn
    },
  }
}
