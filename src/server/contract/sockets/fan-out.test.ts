import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { type ClientOptions, type WebSocket, WebSocketServer } from 'ws'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { probeSocket } from '../../../testing/socket-probe.ts'
import { canInflate, createOutlet, type Outlet, textFrame } from './fan-out.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** One socket pair; the server half is written to by an outlet. */
async function connect(options: ClientOptions = {}, maxBufferedBytes = 1e9) {
  const clock = createFakeClock()
  const sent = { messages: 0, bytes: 0 }
  const http = createServer()
  const wss = new WebSocketServer({ noServer: true, perMessageDeflate: { serverNoContextTakeover: true } })
  const server = new Promise<{ ws: WebSocket; outlet: Outlet; deflates: boolean }>((resolve) => {
    http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      wss.handleUpgrade(request, socket, head, (ws) => {
        const deflates = canInflate(ws, request)
        resolve({ ws, deflates, outlet: createOutlet(ws, socket, { clock, deflates, maxBufferedBytes, sent }) })
      }),
    )
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const probe = probeSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`, options)
  const { ws, outlet, deflates } = await server
  cleanups.push(() => {
    ws.terminate()
    http.close()
  })
  await probe.opened
  return { probe, ws, outlet, deflates, clock, sent }
}

const message = (size: number) => ({ type: 'x', text: '雷'.repeat(size / 3) })

describe('fan-out', () => {
  for (const [client, options] of [
    ['one that inflates', {}],
    ['one without compression', { perMessageDeflate: false }],
    ['one that asks for a smaller window', { perMessageDeflate: { serverMaxWindowBits: 9 } }],
  ] as const) {
    it(`is read whole, at every length of the frame's header, by ${client}`, async () => {
      const { probe, outlet } = await connect(options)
      const sent = [0, 60, 126, 999, 1_200, 65_535, 65_536, 300_000].map(message)
      for (const value of sent) expect(outlet.write(textFrame(JSON.stringify(value)))).toBe('sent')
      for (const value of sent) expect(await probe.next()).toEqual(value)
    })
  }

  it('holds no memory but its own bytes', () => {
    const frame = textFrame(JSON.stringify(message(3_000)))
    for (const { buffer, length } of [frame.plain, frame.deflated()]) expect(buffer.byteLength).toBe(length)
  })

  it('counts messages when sent', async () => {
    const { outlet, sent } = await connect()
    const frame = textFrame(JSON.stringify(message(30_000)))
    outlet.write(frame)
    outlet.write(frame)
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
    const { probe, outlet, clock } = await connect({ perMessageDeflate: false })
    const frame = textFrame(JSON.stringify(message(3_000_000)))
    probe.pause()
    for (let i = 0; i < 10; i++) outlet.write(frame)
    await clock.advance(59_000)
    expect(outlet.write(textFrame('{}'))).toBe('sent')
    probe.resume()
    for (let i = 0; i < 11; i++) await probe.next()
    await clock.advance(2_000)
    expect(outlet.write(frame)).toBe('sent')
    probe.pause()
    for (let i = 0; i < 10; i++) outlet.write(frame)
    await clock.advance(61_000)
    expect(outlet.write(textFrame('{}'))).toBe('too-slow')
  })

  it('detects a slow reader, and a closed socket', async () => {
    const { probe, ws, outlet } = await connect({ perMessageDeflate: false }, 1_000_000)
    probe.pause()
    const frame = textFrame(JSON.stringify(message(300_000)))
    const results = Array.from({ length: 200 }, () => outlet.write(frame))
    expect(results[0]).toBe('sent')
    expect(results.at(-1)).toBe('too-slow')
    ws.terminate()
    expect(outlet.write(frame)).toBe('closed')
  })
})
