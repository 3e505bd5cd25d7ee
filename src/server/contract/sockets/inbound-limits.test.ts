import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { LIGHTNING, setUp, subscribed } from '../../../testing/sockets/sockets-kit.ts'

const TOO_MUCH = 'at most 100 messages and 128 KiB per second'

/** A socket that sends anything, and its close reason. */
async function stranger(options: { perMessageDeflate?: boolean } = {}) {
  const { clock, listen } = await setUp('relay')
  const { server, connect, wsUrl } = await listen()
  const socket = new WebSocket(wsUrl + LIGHTNING, { headers: { authorization: 'Bearer sk-test-key' }, ...options })
  const gone = once(socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) }))
  socket.on('error', () => {})
  const upgraded = once(socket, 'upgrade') as Promise<[IncomingMessage]>
  await once(socket, 'open')
  const [{ socket: wire }] = await upgraded
  /** Its close: further input is ignored, and the connection is terminated soon. */
  const closed = async () => {
    while (socket.readyState === WebSocket.OPEN) await setImmediate()
    await clock.advance(2_000)
    return gone
  }
  return { clock, socket, wire, closed, connect, said: () => server.counters().sockets }
}

/** Resolves once the server has read all sent data. */
async function isRead(socket: WebSocket) {
  socket.ping()
  await once(socket, 'pong')
}

it('closes a socket with too many pings', async () => {
  const { socket, closed, said } = await stranger()
  for (let i = 0; i < 150; i++) socket.ping()
  expect(await closed()).toEqual({ code: 1008, reason: TOO_MUCH })
  expect(said().noisyClosed).toBe(1)
})

it('answers as many pings as the limit allows, also if all arrive at once', async () => {
  const { socket, wire } = await stranger()
  const pings = 100
  let pongs = 0
  const answered = new Promise<void>((resolve, reject) => {
    socket.on('pong', () => ++pongs === pings && resolve())
    socket.on('close', (code) => reject(new Error(`The socket was closed with ${code}.`)))
  })
  wire.cork()
  for (let i = 0; i < pings; i++) socket.ping()
  wire.uncork()
  await answered
})

it('closes a socket that sends a message in ever more parts', async () => {
  const { socket, closed } = await stranger()
  for (let i = 0; i < 150; i++) socket.send('x', { fin: false })
  expect(await closed()).toEqual({ code: 1008, reason: TOO_MUCH })
})

it('closes a socket that sends more parts of a message than are held, however slowly', async () => {
  const { clock, socket, closed } = await stranger()
  for (let i = 0; i < 300 && socket.readyState === WebSocket.OPEN; i++) {
    socket.send('x', { fin: false })
    if (i % 50 < 49) continue
    await Promise.race([isRead(socket), once(socket, 'close')])
    await clock.advance(1_001)
  }
  expect((await closed()).code).toBe(1008)
})

it.each([true, false])(
  'closes a socket with a message incomplete after ten seconds, compressed: %s',
  async (packed) => {
    const { clock, socket, closed } = await stranger({ perMessageDeflate: packed })
    socket.send('{"action":', { fin: false, compress: packed })
    await isRead(socket)
    await clock.advance(9_999)
    await isRead(socket)
    expect(socket.readyState).toBe(WebSocket.OPEN)
    await clock.advance(2)
    expect(await closed()).toEqual({ code: 1008, reason: 'a message must be complete within 10 s' })
  },
)

it('accepts a fragmented message, and pings in between', async () => {
  const { clock, socket } = await stranger()
  const heard = once(socket, 'message')
  for (const part of ['{"act', 'ion":"sub', 'scri']) {
    socket.send(part, { fin: false })
    await isRead(socket)
    await clock.advance(1_000)
  }
  socket.send('be"}')
  expect(String((await heard)[0])).toContain('subscribed')
  await clock.advance(20_000)
  await isRead(socket)
  expect(socket.readyState).toBe(WebSocket.OPEN)
})

it('closes a socket that sends too many bytes of any content, and no other one', async () => {
  const { socket, closed, connect } = await stranger({ perMessageDeflate: false })
  const neighbour = await subscribed(connect(LIGHTNING, { headers: { authorization: 'Bearer sk-other-key' } }))
  for (let i = 0; i < 30; i++) socket.send(Buffer.alloc(60_000))
  expect((await closed()).code).toBe(1008)
  await neighbour.ping()
})

it('counts a compressed message by its decompressed size', async () => {
  const { socket, closed } = await stranger({ perMessageDeflate: true })
  for (let i = 0; i < 30; i++) socket.send(' '.repeat(60_000))
  expect((await closed()).code).toBe(1008)
})
