import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { type ClientOptions, type WebSocket, WebSocketServer } from 'ws'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { probeSocket } from '../../../testing/socket-probe.ts'
import { canInflate, textFrame } from './fan-out.ts'
import { SocketViewer } from './socket-viewer.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** One socket pair, with the viewer of the server's half. */
async function connect(options: ClientOptions = {}, maxBufferedBytes = 1e9) {
  const clock = createFakeClock()
  const sent = { messages: 0, bytes: 0 }
  const http = createServer()
  const wss = new WebSocketServer({ noServer: true, perMessageDeflate: { serverNoContextTakeover: true } })
  let tooSlow = 0
  const server = new Promise<{ ws: WebSocket; viewer: SocketViewer; deflates: boolean }>((resolve) => {
    http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      wss.handleUpgrade(request, socket, head, (ws) => {
        const deflates = canInflate(ws, request)
        const opened = { of: 'one', ws, socket, deflates }
        resolve({
          ws,
          deflates,
          viewer: new SocketViewer({ clock, maxBufferedBytes, sent }, opened, () => void tooSlow++),
        })
      }),
    )
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const probe = probeSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`, options)
  const { ws, viewer, deflates } = await server
  cleanups.push(() => {
    ws.terminate()
    http.close()
  })
  await probe.opened
  return { probe, ws, viewer, deflates, clock, sent, tooSlow: () => tooSlow }
}

const message = (size: number) => ({ type: 'x', text: '雷'.repeat(size / 3) })

describe('fan-out', () => {
  for (const [client, options] of [
    ['one that inflates', {}],
    ['one without compression', { perMessageDeflate: false }],
    ['one that asks for a smaller window', { perMessageDeflate: { serverMaxWindowBits: 9 } }],
  ] as const) {
    it(`is read whole, at every length of the frame's header, by ${client}`, async () => {
      const { probe, viewer } = await connect(options)
      const sent = [0, 60, 126, 999, 1_200, 65_535, 65_536, 300_000].map(message)
      for (const value of sent) viewer.send(textFrame(JSON.stringify(value)))
      for (const value of sent) expect(await probe.next()).toEqual(value)
    })
  }

  it('holds no memory but its own bytes', () => {
    const frame = textFrame(JSON.stringify(message(3_000)))
    for (const { buffer, length } of [frame.plain, frame.deflated()]) expect(buffer.byteLength).toBe(length)
  })

  it('counts messages when sent', async () => {
    const { viewer, sent } = await connect()
    const frame = textFrame(JSON.stringify(message(30_000)))
    viewer.send(frame)
    viewer.send(frame)
    expect(sent).toEqual({ messages: 2, bytes: 2 * frame.deflated().length })
    expect(frame.deflated().length).toBeLessThan(1_000)
  })

  it('compresses only for clients that support it', async () => {
    expect((await connect()).deflates).toBe(true)
    expect((await connect({ perMessageDeflate: false })).deflates).toBe(false)
    expect((await connect({ perMessageDeflate: { serverMaxWindowBits: 9 } })).deflates).toBe(false)
  })

  it('sends every socket the same bytes, compressed once', () => {
    const frame = textFrame(JSON.stringify(message(30_000)))
    expect(frame.deflated()).toBe(frame.deflated())
    expect(frame.deflated().length).toBeLessThan(frame.plain.length / 50)
    const small = textFrame('{"type":"ping"}')
    expect(small.deflated()).toBe(small.plain)
  })

  it('detects after a minute a socket that never catches up, and tolerates one that does', async () => {
    const { probe, viewer, clock, sent, tooSlow } = await connect({ perMessageDeflate: false })
    const frame = textFrame(JSON.stringify(message(3_000_000)))
    probe.pause()
    for (let i = 0; i < 10; i++) viewer.send(frame)
    await clock.advance(59_000)
    viewer.send(textFrame('{}'))
    probe.resume()
    for (let i = 0; i < 11; i++) await probe.next()
    await clock.advance(2_000)
    viewer.send(frame)
    probe.pause()
    for (let i = 0; i < 10; i++) viewer.send(frame)
    await clock.advance(61_000)
    expect([tooSlow(), sent.messages]).toEqual([0, 22])
    viewer.send(textFrame('{}'))
    expect([tooSlow(), sent.messages]).toEqual([1, 22])
  })

  it('detects a socket that takes no byte for a minute, and tolerates one that takes some', async () => {
    const clock = createFakeClock()
    const socket = { writable: true, writableLength: 0, write: () => false }
    const ws = { readyState: 1, OPEN: 1 } as WebSocket
    const sending = { clock, maxBufferedBytes: 1_000_000, sent: { messages: 0, bytes: 0 } }
    let tooSlow = 0
    const opened = { of: 'one', ws, socket: socket as unknown as Duplex, deflates: false }
    const viewer = new SocketViewer(sending, opened, () => void tooSlow++)
    const frame = textFrame(JSON.stringify(message(300_000)))
    viewer.send(frame)
    socket.writableLength = frame.plain.length
    expect(viewer.stillReads()).toBe(true)
    await clock.advance(59_000)
    expect(viewer.stillReads()).toBe(true)
    socket.writableLength--
    await clock.advance(1_000)
    expect(viewer.stillReads()).toBe(true)
    await clock.advance(59_000)
    expect([viewer.stillReads(), tooSlow]).toEqual([true, 0])
    await clock.advance(2_000)
    expect([viewer.stillReads(), tooSlow]).toEqual([false, 1])
  })

  it('detects a slow reader, and sends nothing to a closed socket', async () => {
    const { probe, ws, viewer, sent, tooSlow } = await connect({ perMessageDeflate: false }, 1_000_000)
    probe.pause()
    const frame = textFrame(JSON.stringify(message(300_000)))
    for (let i = 0; i < 200; i++) viewer.send(frame)
    expect(sent.messages).toBeGreaterThan(0)
    expect(sent.messages + tooSlow()).toBe(200)
    expect(viewer.unsentBytes()).toBeLessThan(1_000_000 + 2 * frame.plain.length)
    const known = { ...sent, tooSlow: tooSlow() }
    ws.terminate()
    viewer.send(frame)
    expect({ ...sent, tooSlow: tooSlow() }).toEqual(known)
  })
})
