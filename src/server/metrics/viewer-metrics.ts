import type { Registry } from 'prom-client'
import type { ContractServer } from '../contract/contract-server.ts'
import type { Refusals } from './refusals.ts'
import { createRegister } from './register.ts'

/** Viewers: how many there are, what they are sent, what waits for them, and who was refused why. */
export function registerViewerMetrics(
  registry: Registry,
  deps: { contract: Pick<ContractServer, 'viewers' | 'unsentBytes' | 'counters'>; refusals: Refusals },
): void {
  const { contract, refusals } = deps
  const { gauge, counter } = createRegister(registry)

  gauge('viewers', 'Sockets of viewers.', ['feed'], (put) => {
    for (const [feed, count] of Object.entries(contract.viewers())) put({ feed }, count)
  })
  gauge(
    'unsent_bytes',
    'Sent to viewers and not read yet: all together, of the slowest, and held for those not live yet.',
    ['of'],
    (put) => {
      const { all, most, held } = contract.unsentBytes()
      put({ of: 'all' }, all)
      put({ of: 'slowest' }, most)
      put({ of: 'held' }, held)
    },
  )
  counter('sent_bytes', 'Bytes of messages handed to the sockets of viewers.', [], (put) =>
    put({}, contract.counters().sockets.sent.bytes),
  )
  counter('sent_messages', 'Messages handed to the sockets of viewers.', [], (put) =>
    put({}, contract.counters().sockets.sent.messages),
  )
  counter('messages_ignored', 'Messages of viewers that are none of the contract.', [], (put) =>
    put({}, contract.counters().sockets.messagesIgnored),
  )
  counter('refusals', 'Requests and sockets refused or ended, by why.', ['why'], (put) => {
    const { http, sockets } = contract.counters()
    put({ why: 'credential' }, http.unauthorised + sockets.unauthorised)
    put({ why: 'rate' }, http.rateLimited)
    put({ why: 'sockets_of_client' }, sockets.refused)
    put({ why: 'sockets_in_all' }, sockets.full)
    put({ why: 'reads_too_slowly' }, sockets.slowClosed)
    put({ why: 'says_too_much' }, sockets.noisyClosed)
    for (const [why, count] of Object.entries(refusals.counts())) put({ why }, count)
  })
}
