import { pino } from 'pino'
import { afterEach, expect } from 'vitest'
import type { ClientOptions } from 'ws'
import { createKeyring } from '../../server/contract/accounts/keyring.ts'
import {
  type ContractPolicy,
  relayPolicy,
  simulatorPolicy,
  UPSTREAM_LIMITS,
} from '../../server/contract/accounts/policy.ts'
import { createTokenIssuer } from '../../server/contract/accounts/token-issuer.ts'
import { createContractServer } from '../../server/contract/contract-server.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { FakeSource } from '../fakes/fake-source.ts'
import { serveOnFreePort } from '../serve.ts'
import { probeSocket } from '../socket-probe.ts'

export const LIGHTNING = '/fast-lightning/ws/strikes'
export const RAW = '/fast-metar/ws/raw'
export const PARSED = '/fast-metar/ws/parsed'
const SUBSCRIBE = { action: 'subscribe' }

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A server of the contract over a source controlled by the test; closed after the test. */
export async function setUp(kind: 'simulator' | 'relay' = 'simulator', over: Partial<ContractPolicy> = {}) {
  const clock = createFakeClock()
  const source = new FakeSource()
  const tokens = createTokenIssuer({ secret: 'a secret of enough characters', clock })
  const keyring = createKeyring({ keys: 'any', tokens, limits: UPSTREAM_LIMITS })
  const policy = { ...(kind === 'relay' ? relayPolicy(keyring) : simulatorPolicy(keyring)), ...over }

  return {
    clock,
    source,
    tokens,
    async listen() {
      const server = createContractServer({ source, clock, policy, log: pino({ level: 'silent' }) })
      const { wsUrl, close } = await serveOnFreePort(server)
      cleanups.push(async () => {
        const closed = server.close()
        await clock.advance(5_000) // ends those that are not reading
        await closed
        await close()
      })
      const connect = (path: string, options: ClientOptions = { headers: { authorization: 'Bearer sk-test-key' } }) =>
        probeSocket(wsUrl + path, options)
      return { server, connect, wsUrl }
    },
  }
}

/** The socket after its subscription is confirmed. */
export async function subscribed(socket: ReturnType<typeof probeSocket>, message: object = SUBSCRIBE) {
  await socket.opened
  socket.send(message)
  expect(await socket.nextOf('subscribed')).toMatchObject({ type: 'subscribed' })
  return socket
}

/** All messages up to the response to an unsubscribe: a socket preserves order. */
export async function soFar(socket: ReturnType<typeof probeSocket>) {
  socket.send({ action: 'unsubscribe' })
  const got: unknown[] = []
  for (let message = await socket.next(); message.type !== 'unsubscribed'; message = await socket.next()) {
    got.push(message)
  }
  return got
}
