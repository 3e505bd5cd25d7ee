import { isBefore, type ServerMessage } from '../../../contract/messages.ts'

type Position = string | null | undefined

/** Up to where in a relay's log everything is had, so that a socket that is opened anew can bring what came since. */
export interface LogPlace {
  /** What a subscription asks for: what came after a place, where a relay has told one and nothing is missing before it. */
  asked(): { after?: string }
  /** A subscription stands; answers whether it brings what came since. */
  subscribed(goesOn: boolean): boolean
  /** Takes note of the places that a message tells. */
  heard(message: ServerMessage): void
  /** All that the line does not send came up to there: it has to be in an answer. */
  due(): Position
  /** What came since the subscription before is on its way. */
  readonly isGoingOn: boolean
}

export function createLogPlace(deps: {
  /** Whether all is had that came by now, but for what is on its way. */
  isWhole(): boolean
  /** What was on its way is here. */
  arrived(): void
}): LogPlace {
  const { isWhole, arrived } = deps
  /** The latest place that was told: what is missing before it is had from REST, or nothing is asked by it. */
  let hadUpTo: Position = null
  let due: Position = null
  let isGoingOn = false

  /** Everything up to there has been sent. */
  function sent(position: Position): void {
    if (isGoingOn && !isBefore(position, due)) {
      isGoingOn = false
      arrived()
    }
    hadUpTo = position ?? hadUpTo
  }

  return {
    asked: () => (hadUpTo && isWhole() ? { after: hadUpTo } : {}),
    subscribed(goesOn) {
      isGoingOn = goesOn
      return goesOn
    },
    heard(message) {
      if (message.type === 'subscribed') due = message.position ?? due
      if (message.type === 'new_strikes') sent(message.position)
    },
    due: () => due,
    get isGoingOn() {
      return isGoingOn
    },
  }
}
