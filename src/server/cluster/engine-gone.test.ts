import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { Emitter } from '../../core/util/emitter.ts'
import { listenOnLoopback } from '../../testing/cluster/listen.ts'
import { freePort } from '../../testing/cluster/nats-server.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { isServerRefused, watchEngine } from './engine-gone.ts'

const closes: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closes.splice(0)) await close()
})

async function serverThat(does: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = []
  const server: Server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    does(socket)
  })
  const port = await listenOnLoopback(server)
  closes.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `nats://127.0.0.1:${port}`
}

it('a server is not there where its machine says so, or what passes it on; one that says nothing may be', async () => {
  expect(await isServerRefused(`nats://127.0.0.1:${await freePort()}`)).toBe(true)
  expect(await isServerRefused(await serverThat((socket) => socket.destroy()))).toBe(true)
  expect(await isServerRefused(await serverThat((socket) => socket.end()))).toBe(true)
  expect(await isServerRefused(await serverThat((socket) => socket.write('INFO {}')))).toBe(false)
  expect(await isServerRefused(await serverThat(() => {}))).toBe(false)
  expect(await isServerRefused('nats://no-such-host.invalid:4222')).toBe(false)
})

it('is gone as a whole while the connection is away and each of the servers is refused', async () => {
  const clock = createFakeClock()
  const status = new Emitter<string>()
  const refused = new Set(['a', 'b', 'c'])
  const asked: string[] = []
  const engine = watchEngine({
    onStatus: (listener) => status.subscribe(listener),
    servers: ['a', 'b', 'c'],
    async isRefused(url) {
      asked.push(url)
      return refused.has(url)
    },
    clock,
  })
  await clock.advance(5_000)
  expect([asked, engine.isGone()]).toEqual([[], false])
  status.emit('disconnect')
  await clock.advance(1)
  expect(engine.isGone()).toBe(true)
  refused.delete('b')
  await clock.advance(300)
  expect(engine.isGone()).toBe(false)
  refused.add('b')
  await clock.advance(300)
  expect(engine.isGone()).toBe(true)
  status.emit('reconnect')
  expect(engine.isGone()).toBe(false)
  await clock.advance(1_000)
  expect(engine.isGone()).toBe(false)
  engine.close()
})
