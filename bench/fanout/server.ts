import { createHash } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { pino } from 'pino'
import type { LinkStatus } from '../../src/contract/brontide.ts'
import type { StrikeRecord } from '../../src/contract/lightning.ts'
import { systemClock } from '../../src/core/time/clock.ts'
import { Emitter } from '../../src/core/util/emitter.ts'
import { createKeyring } from '../../src/server/contract/accounts/keyring.ts'
import { NO_LIMITS, relayPolicy } from '../../src/server/contract/accounts/policy.ts'
import { createTokenIssuer } from '../../src/server/contract/accounts/token-issuer.ts'
import { createContractServer } from '../../src/server/contract/contract-server.ts'
import { strikesJson } from '../../src/server/contract/http/records-json.ts'
import { textFrame } from '../../src/server/contract/sockets/fan-out.ts'
import type { StrikeEvent } from '../../src/server/sources/source.ts'
import { answerQuestions } from '../lib/machine.ts'
import { createBatches } from './batches.ts'
import { openBenchLog } from './log.ts'

/**
 * The server of the fan-out bench. `product`: the contract server with the complete path of a viewer's socket. `bare`:
 * the minimum of a Node program, one shared frame written to each socket; its limits are those of generator and
 * machine. With the URL of a NATS server batches use a log there; `reads` only, or `writes` too.
 */
const [kind = 'product', rateText = '200', natsUrl, part] = process.argv.slice(2)

const { server, source } = await (kind === 'bare' ? openBare() : openProduct())
await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, resolve))

answerQuestions(({ what }) => {
  if (what === 'address') return { port: (server.address() as AddressInfo).port }
  if (what === 'start') source.start()
  if (what === 'stop') source.stop()
  if (what === 'sent') return source.sent()
  // Apart from the usage, so that no measured time contains it.
  if (what === 'collect garbage') globalThis.gc?.()
  if (what === 'usage') {
    const { user, system } = process.cpuUsage()
    return { cpuMs: (user + system) / 1_000, rssBytes: process.memoryUsage.rss() }
  }
  return {}
})

async function openProduct() {
  const events = new Emitter<StrikeEvent>()
  const emit = (records: StrikeRecord[]) => events.emit({ kind: 'batch', records })
  const shared = natsUrl ? await openBenchLog(natsUrl, emit) : null
  const made = await createBatches(Number(rateText), shared ? shared.write : emit)
  const batches = part === 'reads' ? { ...made, start() {} } : made
  const tokens = createTokenIssuer({ secret: 'the secret of the bench', clock: systemClock })
  const keyring = createKeyring({ keys: 'any', tokens, limits: NO_LIMITS })
  // Without an upstream connection: each request gets the response of a down feed.
  const link: LinkStatus = { state: 'live', since: '', lastMessageAt: null, reconnects: 0, lastError: null }
  const links = () => ({ lightning: link, metar: link })
  const contract = createContractServer({
    source: {
      ...batches.source,
      links,
      simulated: true,
      strikes: batches.strikes,
      ...shared?.source,
      onStrikes: (listener) => events.subscribe(listener),
    },
    clock: systemClock,
    policy: relayPolicy(keyring),
    log: pino({ level: 'silent' }),
  })
  const server = createAdaptorServer({ fetch: contract.app.fetch }) as HttpServer
  contract.attach(server)
  return { server: server as Server, source: batches }
}

async function openBare() {
  const sockets = new Set<Socket>()
  const batches = await createBatches(Number(rateText), (records: StrikeRecord[]) => {
    const frame = textFrame(`{"type":"new_strikes","data":${strikesJson(records)}}`).deflated()
    for (const socket of sockets) socket.write(frame)
  })
  const server = createServer({ noDelay: true }, (socket) => {
    socket.once('data', (head) => {
      const [, key = ''] = /sec-websocket-key: (.+)\r\n/i.exec(String(head)) ?? []
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n`,
      )
      socket.resume()
      sockets.add(socket)
    })
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  return { server, source: batches }
}
