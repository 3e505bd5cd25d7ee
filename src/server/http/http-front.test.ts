import { spawnSync } from 'node:child_process'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { HEALS_PATH } from '../../contract/heals.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { FakeSource } from '../../testing/fakes/fake-source.ts'
import { probeSocket } from '../../testing/socket-probe.ts'
import { readConfig } from '../config/config.ts'
import { createLog } from '../config/log.ts'
import { createLocalHeldFires } from '../hazards/fires/local-held-fires.ts'
import { createAppServer } from './app-server.ts'
import { openHttpFront, type PageServer, type Patience } from './http-front.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Opens this many connections to a port, and ends. */
const CONNECTS = `
let left = Number(process.argv[2])
for (let i = left; i > 0; i--) {
  require('node:net').connect(Number(process.argv[1]), '127.0.0.1', () => --left === 0 && process.exit())
}`

async function start(openPage?: (server: Server) => Promise<PageServer>, patience?: Patience) {
  const read = readConfig({}, { stormNames: [] })
  if (!read.ok) throw new Error(read.problems.join('; '))
  const clock = createFakeClock()
  const app = createAppServer({
    config: read.config,
    source: new FakeSource(),
    clock,
    heldFires: createLocalHeldFires(clock),
    log: createLog('silent', { write: () => {} }),
    version: '1',
    page: null,
    tiles: null,
  })
  const front = await openHttpFront({ app, host: '127.0.0.1', port: 0, clock, openPage, patience })
  closers.push(async () => {
    await app.close()
    await front.close()
  })
  const host = `127.0.0.1:${front.port}`
  const mint = async () => {
    const response = await fetch(`http://${host}/api/token/lightning`, { method: 'POST' })
    return (await response.json()) as { token: string; ws_url: string }
  }
  return { app, front, clock, host, mint }
}

it('serves HTTP and sockets on one origin, with the time of each response', async () => {
  const { host, mint } = await start()
  const response = await fetch(`http://${host}/healthz`)
  expect(response.status).toBe(200)
  expect(Date.parse(response.headers.get('date') ?? '')).not.toBeNaN()

  const { token, ws_url } = await mint()
  expect(ws_url).toBe(`ws://${host}`)
  const socket = probeSocket(`${ws_url}/fast-lightning/ws/strikes?token=${token}`)
  await socket.opened
  socket.send({ action: 'subscribe' })
  expect((await socket.next()).type).toBe('subscribed')
})

it('closes sockets as going away when it ends, with idle connections', async () => {
  const { app, front, host, mint } = await start()
  const { token, ws_url } = await mint()
  const socket = probeSocket(`${ws_url}/fast-lightning/ws/strikes?token=${token}`)
  await socket.opened

  await Promise.all([app.close(), front.close()])
  expect((await socket.closed).code).toBe(1012)
  await expect(fetch(`http://${host}/healthz`)).rejects.toThrow()
})

it('limits the wait for unfinished requests', async () => {
  const { front, clock } = await start()
  const lingering = connect(front.port, '127.0.0.1')
  await new Promise((resolve) => lingering.once('connect', resolve))
  lingering.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')
  lingering.on('error', () => {})
  const ended = new Promise((resolve) => lingering.once('close', resolve))
  // A further response proves that the server has accepted the previous connection.
  await fetch(`http://127.0.0.1:${front.port}/healthz`)

  const closed = front.close()
  await clock.advance(2_000)
  await Promise.all([closed, ended])
})

it('reads bodies in pieces, in chunks, and none, one after the other on a connection', async () => {
  const { front } = await start()
  const post = `POST ${HEALS_PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\n`
  const heals = JSON.stringify({ heals: [{ cause: 'line', at: '2026-07-01T08:00:00Z', seconds: 1, said: null }] })
  const half = heals.slice(0, 16)
  const rest = heals.slice(16)
  const chunks = [half, rest, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
  const texts = [
    `${post}Content-Length: ${heals.length}\r\n\r\n${half}`,
    rest,
    `${post}Transfer-Encoding: chunked\r\n\r\n${chunks.join('')}`,
    `${post}\r\n`,
    'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
  ]
  const answers = await new Promise<string>((resolve) => {
    const socket = connect(front.port, '127.0.0.1')
    let heard = ''
    socket.on('data', (data) => {
      heard += data
    })
    socket.once('close', () => resolve(heard))
    for (const text of texts) socket.write(text)
  })
  expect(answers.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['204', '204', '400', '200'])
})

describe('rejected requests', () => {
  it('an upgrade of a path that is not a socket', async () => {
    const { host } = await start()
    const status = await new Promise((resolve) => {
      const socket = new WebSocket(`ws://${host}/healthz`)
      socket.on('unexpected-response', (_request, response) => {
        resolve(response.statusCode)
        socket.terminate()
      })
      socket.on('error', () => {})
    })
    expect(status).toBe(404)
  })

  it('invalid HTTP, and continues', async () => {
    const { host, front } = await start()
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(front.port, '127.0.0.1', () => socket.write('rubbish\r\n\r\n'))
      socket.once('data', (data) => resolve(String(data)))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"not a valid HTTP\/1\.1 request"/)
    expect((await fetch(`http://${host}/healthz`)).status).toBe(200)
  })

  it.each([
    ['OPTIONS * HTTP/1.1\r\nHost: a\r\n', '400', 'must be a path'],
    ['GET /\\..\\healthz HTTP/1.1\r\nHost: a\r\n', '400', 'must be a path'],
    ['GET /healthz HTTP/1.1\r\nHost: a b\r\n', '400', 'Host must be a name or an address'],
    ['GET /healthz HTTP/1.1\r\nHost: a@b\r\n', '400', 'Host must be a name or an address'],
    ['GET /healthz HTTP/1.1\r\n', '400', 'Host must be a name or an address'],
    ['GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n', '400', 'exactly one Host header is required'],
    ['GET /api/config HTTP/1.0\r\n', '400', 'Host must be a name or an address'],
    ['GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: much\r\n', '417', 'must be 100-continue'],
  ])('%j with %s, in words', async (head, status, words) => {
    const { front } = await start()
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(front.port, '127.0.0.1', () => socket.write(`${head}\r\n`))
      let text = ''
      socket.on('data', (data) => {
        text += data
      })
      socket.once('close', () => resolve(text))
    })
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(answer).toContain(words)
  })

  it('a request head that takes too long, with 408', async () => {
    const { front } = await start(undefined, { head: 30, request: 60, lookEvery: 10 })
    const lingering = connect(front.port, '127.0.0.1')
    lingering.write('GET /fast-lightning/ws/strikes HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n')
    let answer = ''
    lingering.on('data', (data) => {
      answer += data
    })
    await new Promise((resolve) => lingering.once('close', resolve))
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*within 30 s, its headers within 15 s/)
  })

  it('a silent connection after the same time', async () => {
    const { app, front, host } = await start(undefined, { head: 30, request: 60, lookEvery: 10 })
    const silent = connect(front.port, '127.0.0.1')
    let answer = ''
    silent.on('data', (data) => {
      answer += data
    })
    await new Promise((resolve) => silent.once('close', resolve))
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    // Not by a connection, which would have to send its head within 30 ms as well.
    const metrics = await app.fetch(new Request(`http://${host}/metrics`, { headers: { host } }))
    expect(await metrics.text()).toContain('brontide_refusals_total{why="bad_head"} 1')
  })

  it.each([
    'GET /healthz HTTP/1.0\r\n\r\n',
    'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMA\r\n\r\n',
  ])('nothing of %j', async (head) => {
    const { front } = await start()
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(front.port, '127.0.0.1', () => socket.write(head))
      socket.once('data', (data) => {
        resolve(String(data))
        socket.destroy()
      })
    })
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('a head that is larger than any of ours, with 431', async () => {
    const { host } = await start()
    const response = await fetch(`http://${host}/healthz`, { headers: { 'x-much': 'x'.repeat(20_000) } })
    expect(response.status).toBe(431)
    expect(await response.json()).toEqual({ detail: 'request headers are limited to 16 KiB' })
  })

  it('a port that is taken, in the words of the system', async () => {
    const { front } = await start()
    const again = openHttpFront({
      app: {
        fetch: () => new Response(),
        handleUpgrade: () => false,
        refused: () => {},
        isProxy: () => false,
        routes: () => [],
        close: async () => {},
      },
      host: '127.0.0.1',
      port: front.port,
      clock: createFakeClock(),
    })
    await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})

describe('of a client that keeps its side open silently', () => {
  const upgrade =
    'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n'
  const post = `POST ${HEALS_PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\n`
  it.each([
    ['half a head', 'GET /healthz HTTP/1.1\r\nHost: x\r\n'],
    ['half a body', `${post}Content-Length: 4096\r\n\r\n{`],
    ['half of a body in chunks', `${post}Transfer-Encoding: chunked\r\n\r\n5\r\n{`],
    ['what is no HTTP', 'rubbish\r\n\r\n'],
    ['an upgrade of no path of ours', `GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n${upgrade}\r\n`],
    [
      'an upgrade of a page of elsewhere',
      `GET /fast-lightning/ws/strikes HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://evil\r\n${upgrade}\r\n`,
    ],
    [
      'an upgrade that is none',
      `GET /fast-lightning/ws/strikes HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    ],
    ['an upgrade without a credential', `GET /fast-lightning/ws/strikes HTTP/1.1\r\nHost: 127.0.0.1\r\n${upgrade}\r\n`],
  ])('holds nothing after %s', async (_what, text) => {
    let server: Server | null = null
    const openPage = async (of: Server): Promise<PageServer> => {
      server = of
      return { handle: () => {}, ownsUpgrade: () => false, close: async () => {} }
    }
    const { front } = await start(openPage, { head: 30, request: 60, lookEvery: 10 })
    const held = () => new Promise<number>((resolve) => server!.getConnections((_error, count) => resolve(count)))
    const client = connect({ port: front.port, host: '127.0.0.1', allowHalfOpen: true })
    closers.push(async () => void client.destroy())
    client.on('error', () => {})
    client.write(text)
    await new Promise((resolve) => client.once('data', resolve))
    await expect.poll(held).toBe(0)
  })
})

it('leaves the page to another server if there is one, and keeps its own paths', async () => {
  const closed: string[] = []
  const { host, front, app } = await start(async () => ({
    handle: (request, response) => void response.end(`page for ${request.url}`),
    ownsUpgrade: () => false,
    close: async () => void closed.push('page'),
  }))
  expect(await (await fetch(`http://${host}/src/page/app/main.tsx`)).text()).toBe('page for /src/page/app/main.tsx')
  expect(await (await fetch(`http://${host}/?layers=fires`)).text()).toBe('page for /?layers=fires')
  expect(await (await fetch(`http://${host}/healthz`)).json()).toEqual({ ok: true })
  expect((await fetch(`http://${host}/api/nothing`)).status).toBe(404)

  await Promise.all([app.close(), front.close()])
  expect(closed).toEqual(['page'])
})

it.skipIf(process.platform !== 'linux')('accepts several connections in one turn of the event loop', async () => {
  const connections = 200
  const accepted: number[] = []
  let turn = 0
  const { app } = await start()
  const counting = { ...app, isProxy: () => accepted.push(turn) > 0 }
  const front = await openHttpFront({ app: counting, host: '127.0.0.1', port: 0, clock: createFakeClock() })
  closers.push(front.close)
  // Accepting is paused, so that all are queued.
  const opened = spawnSync(process.execPath, ['-e', CONNECTS, String(front.port), String(connections)])
  expect(opened.status).toBe(0)
  while (accepted.length < connections) {
    await new Promise((resolve) => setImmediate(resolve))
    turn++
  }
  expect(new Set(accepted).size).toBeLessThan(connections / 4)
})

it.skipIf(process.platform !== 'linux')('shares its port with no other process', async () => {
  const { front, app } = await start()
  const again = openHttpFront({ app, host: '127.0.0.1', port: front.port, clock: createFakeClock() })
  await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
