import type { Registry } from 'prom-client'
import type { ContractServer } from '../contract/contract-server.ts'
import type { Refusals } from './refusals.ts'
import { createRegister } from './register.ts'

/** Viewers: connections, sent and unsent bytes, and refusals by reason. */
export function registerViewerMetrics(
  registry: Registry,
  deps: { contract: Pick<ContractServer, 'viewers' | 'unsentBytes' | 'counters'>; refusals: Refusals },
): void {
  const { contract, refusals } = deps
  const { gauge, counter } = createRegister(registry)

  gauge('viewers', 'Sockets of viewers.', ['feed'], () => contract.viewers())
  gauge(
    'unsent_bytes',
    'Unsent bytes to viewers: total, of the slowest, and held for viewers in replay.',
    ['of'],
    () => {
      const { all, most, held } = contract.unsentBytes()
      return { all, slowest: most, held }
    },
  )
  const sockets = () => contract.counters().sockets
  counter('sent_bytes', 'Bytes of messages sent to viewers.', [], () => sockets().sent.bytes)
  counter('sent_messages', 'Messages sent to viewers.', [], () => sockets().sent.messages)
  counter('messages_ignored', 'Invalid messages of viewers.', [], () => sockets().messagesIgnored)
  counter('replayed_strikes', 'Strikes replayed from history, by arrival.', ['came'], () => {
    const { inTime, late } = contract.counters().replayed
    return { in_time: inTime, late }
  })
  counter('refusals', 'Requests and sockets refused or closed, by reason.', ['why'], () => {
    const { http, sockets } = contract.counters()
    return {
      credential: http.unauthorised + sockets.unauthorised,
      rate: http.rateLimited,
      past_answers: http.pastRefused,
      sockets_of_client: sockets.refused,
      sockets_in_all: sockets.full,
      reads_too_slowly: sockets.slowClosed,
      says_too_much: sockets.noisyClosed,
      ...refusals.counts(),
    }
  })
}
