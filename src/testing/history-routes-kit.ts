import { inflateRawSync } from 'node:zlib'
import { pino } from 'pino'
import { parseJsonExact } from '../contract/json-exact.ts'
import type { StrikeRecord } from '../contract/lightning.ts'
import { recordsOf } from '../core/strikes/strike-block.ts'
import { readBlock, readFrames } from '../core/strikes/strike-chunks.ts'
import { createKeyring } from '../server/contract/accounts/keyring.ts'
import { relayPolicy } from '../server/contract/accounts/policy.ts'
import { createTokenIssuer } from '../server/contract/accounts/token-issuer.ts'
import { createContractServer } from '../server/contract/contract-server.ts'
import { FakeSource } from './fakes/fake-source.ts'
import { setUpHistory } from './history-kit.ts'

/** Headers of an application with full access. */
export const KEY = { authorization: 'Bearer sk-test-key' }

/** A server with a history and without a network: requests are handed to it. */
export function setUpHistoryRoutes(
  limits = { requestsPerSecond: 1_000, sockets: 5 },
  over: Parameters<typeof setUpHistory>[0] = {},
) {
  const kit = setUpHistory(over)
  const { clock } = kit
  const source = new FakeSource()
  const tokens = createTokenIssuer({ secret: 'a secret of enough characters', clock })
  const policy = relayPolicy(createKeyring({ keys: 'any', tokens, limits }))
  const server = createContractServer({ source, clock, policy, log: pino({ level: 'silent' }), history: kit.history })
  const get = (path: string, headers: Record<string, string> = KEY, method = 'GET') =>
    Promise.resolve(server.app.request(path, { headers, method }))
  const lines = async (path: string) => {
    const text = await (await get(path)).text()
    return text.split('\n').filter(Boolean).map(parseJsonExact) as StrikeRecord[]
  }
  return { ...kit, source, tokens, get, lines, counters: server.counters }
}

/** A parsed column response: kinds of frames, header, and records with every digit. */
export async function framesOf(response: Response) {
  const frames = readFrames(new Uint8Array(await response.arrayBuffer()))
  const strikes = frames.filter(({ kind }) => kind === 'strikes')
  return {
    kinds: frames.map(({ kind }) => kind),
    head: JSON.parse(new TextDecoder().decode(frames[0]!.body)),
    records: strikes.flatMap(({ packing, body }) =>
      recordsOf(readBlock(packing === 'plain' ? body : inflateRawSync(body)), { exact: true }),
    ),
  }
}
