import type { StandardEndpoint } from '../../contract/standard.ts'
import type { Source } from '../sources/source.ts'
import type { ForwardedRequest } from './watch/forwarding.ts'

/** Request to the leader: it costs points, or its result is shared. */
export type Question =
  | { about: 'standard'; endpoint: StandardEndpoint; query: Record<string, string>; asker: string }
  | { about: 'latency'; icaos: string[] | 'all' }
  | { about: 'watch'; request: ForwardedRequest }

/** Null without a leader, or without a response in time. Never rejects. */
export type Ask = (question: Question) => Promise<unknown>

/** The answer of the source that has the upstream. */
export function answerOf(source: Source, question: Exclude<Question, { about: 'watch' }>): Promise<unknown> {
  if (question.about === 'latency') return source.latency(question.icaos)
  return source.standard(question.endpoint, question.query, { id: question.asker })
}
