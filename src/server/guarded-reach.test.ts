import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { CERTIFICATE, KEY } from '../testing/channels/certificate.ts'
import { listenOnLoopback } from '../testing/cluster/listen.ts'
import { fenceEnvironment } from './cluster/fenced-environment.ts'
import { createNodeEnvironment } from './node-environment.ts'

/** An upstream that records requests. */
async function setUp(open: (take: (socket: Socket) => void) => Server) {
  const heard: string[] = []
  let ended = () => {}
  const hasEnded = new Promise<void>((resolve) => {
    ended = resolve
  })
  const server = open((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      heard.push(String(data).split('\r\n', 1)[0]!)
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nhere')
    })
  })
  server.on('connection', (socket: Socket) => socket.once('close', ended))
  onTestFinished(() => void server.close())
  const port = await listenOnLoopback(server)
  let leads = true
  return {
    heard,
    hasEnded,
    port,
    environment: fenceEnvironment(createNodeEnvironment(), { request: () => leads, socket: () => leads }),
    leadNoMore() {
      leads = false
    },
  }
}

function openTls(take: (socket: Socket) => void): Server {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, CERTIFICATE])
  onTestFinished(() => setDefaultCACertificates(before))
  return createTlsServer({ cert: CERTIFICATE, key: KEY }, take)
}

const KINDS = [
  ['http', 'ws', createServer as (take: (socket: Socket) => void) => Server],
  ['https', 'wss', openTls],
] as const

it.each(KINDS)('sends requests by %s while it is the leader', async (http, _ws, open) => {
  const { heard, port, environment } = await setUp(open)
  const answer = await environment.fetch(`${http}://localhost:${port}/now`, {})
  expect([await answer.text(), heard]).toEqual(['here', ['GET /now HTTP/1.1']])
})

it.each(KINDS)('sends no request by %s that was permitted before its connection was open', async (http, _ws, open) => {
  const { heard, hasEnded, port, environment, leadNoMore } = await setUp(open)
  const asking = environment.fetch(`${http}://localhost:${port}/late`, {})
  leadNoMore()
  await expect(asking).rejects.toThrow('fetch failed')
  await hasEnded
  expect(heard).toEqual([])
})

it.each(KINDS)(
  'opens no socket beside %s that was permitted before its connection was open',
  async (_http, ws, open) => {
    const { heard, hasEnded, port, environment, leadNoMore } = await setUp(open)
    const socket = environment.openSocket(`${ws}://localhost:${port}/late`, {})
    const closed = new Promise<number>((resolve) => {
      socket.onclose = resolve
    })
    leadNoMore()
    expect(await closed).toBe(1006)
    await hasEnded
    expect(heard).toEqual([])
  },
)
