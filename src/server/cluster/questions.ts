import { ContractError } from '../../client/http/contract-api.ts'
import type { StandardEndpoint } from '../../contract/standard.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import type { Peer } from '../access/peers.ts'
import type { Source } from '../sources/source.ts'
import type { Who } from '../web/caller.ts'
import { LOST_AFTER_MS, TRY_AGAIN_MS } from './timing.ts'

/** A request that is forwarded to the leader: with the admitted caller, without credentials. */
export interface ForwardedRequest {
  method: string
  path: string
  headers: [name: string, value: string][]
  body: string
  peer: Peer
  /** Null for a reader. */
  who: Who | null
  /** The sign-in of the caller, if any. */
  signIn: string | null
}

export interface ForwardedAnswer {
  status: number
  headers: [name: string, value: string][]
  body: string
}

export type Question =
  | { about: 'standard'; endpoint: StandardEndpoint; query: Record<string, string>; asker: string }
  | { about: 'latency'; icaos: string[] | 'all' }
  | { about: 'watch'; request: ForwardedRequest }

/** Null without a leader. Rejects with a `ContractError` if the question is a change that may have been made. */
export type Ask = (question: Question) => Promise<unknown>

/** Asks the leader, this process or another one, and waits for a new leader. A change that may have been made is not repeated. */
export function createAsk(deps: {
  answer(question: Question): Promise<unknown> | null
  /** Null if no process took the question. Rejects if it is unknown whether one did. */
  bus: { ask(question: Question): Promise<unknown> }
  clock: Clock
}): Ask {
  const { answer, bus, clock } = deps
  return async (question) => {
    const untilMs = clock.monotonicMs() + LOST_AFTER_MS
    do {
      const answered = (await answer(question)) ?? (await bus.ask(question).catch(() => failed(question)))
      if (answered !== null) return answered
      await delay(clock, TRY_AGAIN_MS)
    } while (clock.monotonicMs() < untilMs)
    return null
  }
}

function failed(question: Question): null {
  if (question.about === 'watch' && !['GET', 'HEAD'].includes(question.request.method)) {
    throw new ContractError(
      'timeout',
      'No response from the leader: the change may have been made. Check before repeating it.',
    )
  }
  return null
}

export function answerOf(source: Source, question: Exclude<Question, { about: 'watch' }>): Promise<unknown> {
  if (question.about === 'latency') return source.latency(question.icaos)
  return source.standard(question.endpoint, question.query, { id: question.asker })
}
