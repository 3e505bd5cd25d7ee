import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { openHttpFront } from '../http/http-front.ts'
import { createInFlight, IN_FLIGHT_LIMITS } from './in-flight.ts'
import type { StaticFile } from './static.ts'

const MEBIBYTE = 1024 * 1024
const REQUEST = 'GET /assets/large.js HTTP/1.1\r\nHost: map.example.com\r\n\r\n'

function fileOf(bytes: number): StaticFile {
  return {
    type: 'text/javascript',
    cacheControl: 'no-cache',
    etag: '"1"',
    body: new Uint8Array(bytes),
    br: null,
    gzip: null,
  }
}

/** The whole server on a port, with one large file. */
async function start(bytes: number) {
  const { app, request } = setUpAppServer({}, { page: new Map([['/assets/large.js', fileOf(bytes)]]) })
  const front = await openHttpFront({ app, host: '127.0.0.1', port: 0, clock: createFakeClock() })
  onTestFinished(async () => {
    await app.close()
    await front.close()
  })
  return { port: front.port, request }
}

it('serves concurrent requests of one connection up to a limit, and the rest with 503 and a retry time', async () => {
  const { port, request } = await start(100)
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  socket.write(REQUEST.repeat(100))
  await once(socket, 'close')
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
  const served = statuses.filter((status) => status === '200').length
  // A body in one piece is refused beyond the limit; the network may split it in two.
  expect(served).toBeGreaterThanOrEqual(IN_FLIGHT_LIMITS.requestsPerConnection)
  expect(served).toBeLessThan(100)
  expect(statuses).toContain('503')
  expect(text).toContain('retry-after: 1')
  expect(await (await request('/metrics')).text()).toMatch(/brontide_refusals_total\{why="unread_answers"\} [1-9]/)
})

it('shares the bytes of a file among readers, and holds no copies for slow ones', async () => {
  const { port } = await start(8 * MEBIBYTE)
  const before = process.memoryUsage().arrayBuffers
  const sockets = Array.from({ length: 12 }, () => connect(port, '127.0.0.1'))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(
    sockets.map(async (socket) => {
      socket.write(REQUEST.repeat(16))
      await once(socket, 'readable') // and is never read
    }),
  )
  for (let turn = 0; turn < 100; turn++) await nextTurn()
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * MEBIBYTE)
})

it('counts pending bytes by connection, client and in total, until sent', async () => {
  const letGo = vi.fn()
  const limits = { requestsPerConnection: 2, bytesPerConnection: 10, bytesPerClient: 20, bytesInAll: 30 }
  const inFlight = createInFlight(letGo, limits)
  const taken: boolean[] = []
  let client = 'a'
  let bytes = 0
  const asked: { request: IncomingMessage; response: ServerResponse }[] = []
  const server = createServer((request, response) => {
    Object.defineProperties(response, { writableLength: { value: bytes }, headersSent: { value: true } })
    taken.push(inFlight.take(client, request, response))
    asked.push({ request, response })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = async (from: string, size: number, socket = connect(port, '127.0.0.1')) => {
    client = from
    bytes = size
    const heard = once(server, 'request')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await heard
    return socket
  }
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })

  const first = await ask('a', 12)
  await ask('a', 0, first) // its connection has enough
  await ask('a', 9)
  await ask('a', 0) // its client has enough
  await ask('b', 9)
  expect(taken).toEqual([true, false, true, false, true])
  expect(inFlight.now()).toEqual({ requests: 3, bytes: 30 })

  const gone = once(asked[0]!.response, 'close')
  first.destroy()
  await gone
  expect(inFlight.now()).toEqual({ requests: 2, bytes: 18 })
  expect(letGo).not.toHaveBeenCalled()
})

describe('where all have too much waiting', () => {
  function setUp() {
    const letGo = vi.fn()
    const limits = { requestsPerConnection: 9, bytesPerConnection: 99, bytesPerClient: 999, bytesInAll: 90 }
    const inFlight = createInFlight(letGo, limits)
    function ask(client: string, unsent: number) {
      const response = Object.assign(new EventEmitter(), { headersSent: true, writableLength: 0, destroy: vi.fn() })
      const request = { socket: {} } as IncomingMessage
      const isTaken = inFlight.take(client, request, response as unknown as ServerResponse)
      return {
        isTaken,
        isLetGo: () => response.destroy.mock.calls.length > 0,
        grow: () => (response.writableLength = unsent),
      }
    }
    /** No response is written before the last request is accepted. */
    function askAtOnce(...wanted: [client: string, unsent: number][]) {
      const asked = wanted.map(([client, unsent]) => ask(client, unsent))
      for (const { grow } of asked) grow()
      return { letGo: () => asked.map(({ isLetGo }) => isLetGo()) }
    }
    return { inFlight, letGo, ask, askAtOnce }
  }

  it('aborts the largest holders, and serves the others', () => {
    const { inFlight, letGo, ask, askAtOnce } = setUp()
    const asked = askAtOnce(['first', 20], ['first', 55], ['second', 25])
    expect(ask('reader', 1).isTaken).toBe(true)
    expect(asked.letGo()).toEqual([false, true, false])
    expect(inFlight.now()).toEqual({ requests: 3, bytes: 45 })
    expect(letGo).toHaveBeenCalledOnce()
  })

  it('rejects the largest holder', () => {
    const { ask, askAtOnce } = setUp()
    const asked = askAtOnce(['first', 60], ['second', 40])
    expect(ask('first', 1).isTaken).toBe(false)
    expect(asked.letGo()).toEqual([false, false])
  })

  it('aborts one after the other, a few at once', () => {
    const { ask, askAtOnce, letGo } = setUp()
    askAtOnce(...Array.from({ length: 30 }, (_, n): [string, number] => [`${n}`, 10]))
    expect(ask('reader', 1).isTaken).toBe(false)
    expect(letGo).toHaveBeenCalledTimes(8)
    expect(ask('reader', 1).isTaken).toBe(false)
    expect(ask('reader', 1).isTaken).toBe(true)
    expect(letGo).toHaveBeenCalledTimes(22)
  })
})

it('counts bytes that many wait for once', () => {
  const inFlight = createInFlight(() => {}, {
    requestsPerConnection: 9,
    bytesPerConnection: 99,
    bytesPerClient: 9,
    bytesInAll: 9,
  })
  const file = new Uint8Array(8)
  const take = (unsent: number, body?: Uint8Array) => {
    const fake = Object.assign(new EventEmitter(), { headersSent: true, writableLength: unsent })
    const response = fake as unknown as ServerResponse
    const isTaken = inFlight.take('a', { socket: {} } as IncomingMessage, response)
    if (body) inFlight.shares(response, body)
    return isTaken
  }
  expect([take(6, file), take(8, file), take(8, file)]).toEqual([true, true, true])
  expect(inFlight.now()).toEqual({ requests: 3, bytes: 8 })
  expect([take(1), take(0)]).toEqual([true, false])
})

it.each([
  ['one office', () => 'office'],
  ['many', (n: number) => `${n}`],
])('admits each of thousands without scanning the others, of %s, and detects excess', (_, clientOf) => {
  const mostBytes = 1_500
  const limits = {
    requestsPerConnection: 9,
    bytesPerConnection: 99,
    bytesPerClient: mostBytes,
    bytesInAll: mostBytes,
  }
  const inFlight = createInFlight(() => {}, limits)
  let looks = 0
  const ask = (n: number) => {
    const response = Object.assign(new EventEmitter(), { headersSent: true, destroy() {} })
    const look = () => {
      looks++
      return 1
    }
    Object.defineProperty(response, 'writableLength', { get: look })
    inFlight.take(clientOf(n), { socket: {} } as IncomingMessage, response as unknown as ServerResponse)
  }
  for (let n = 0; n < mostBytes; n++) ask(n)
  expect(inFlight.now().requests).toBe(mostBytes)
  expect(looks / mostBytes).toBeLessThan(60)
  for (let n = 0; n < mostBytes / 2; n++) ask(mostBytes + n)
  expect(inFlight.now().requests).toBeLessThan(mostBytes * 1.07)
})
