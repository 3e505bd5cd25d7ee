import { createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Emitter } from '../../core/util/emitter.ts'
import { listenOnLoopback } from '../../testing/cluster/listen.ts'
import { freePort } from '../../testing/cluster/nats-server.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { isServerRefused, watchEngine } from './engine-gone.ts'

async function serverThat(does: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    does(socket)
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `nats://127.0.0.1:${await listenOnLoopback(server)}`
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
  const isRefused = vi.fn(async (url: string) => refused.has(url))
  const onStatus = (listener: (type: string) => void) => status.subscribe(listener)
  const engine = watchEngine({ onStatus, servers: ['a', 'b', 'c'], isRefused, clock })
  const isGoneAfter = async (ms: number) => {
    await clock.advance(ms)
    return engine.isGone()
  }
  expect(await isGoneAfter(5_000)).toBe(false)
  expect(isRefused).not.toHaveBeenCalled()
  status.emit('disconnect')
  expect(await isGoneAfter(1)).toBe(true)
  refused.delete('b')
  expect(await isGoneAfter(300)).toBe(false)
  refused.add('b')
  expect(await isGoneAfter(300)).toBe(true)
  status.emit('reconnect')
  expect([engine.isGone(), await isGoneAfter(1_000)]).toEqual([false, false])
  engine.close()
})
