import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { limitConnections } from './connection-limits.ts'

async function listen(most: { open: number; silent: number }, isProxy = false) {
  const server = createServer((_request, response) => void response.end('here'))
  const onEnded = vi.fn()
  limitConnections(server, [], onEnded, () => isProxy, most)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = async () => {
    const accepted = once(server, 'connection') as Promise<[Socket]>
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}) // an end may be a reset
    onTestFinished(() => void socket.destroy())
    const [ofServer] = await accepted
    const end = once(socket, 'close').then(() => 'ended')
    return {
      /** The response, or that the connection was closed. */
      ask() {
        socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
        return Promise.race([once(socket, 'data').then(() => 'answered'), end])
      },
      async leave() {
        socket.destroy()
        if (!ofServer.destroyed) await once(ofServer, 'close')
      },
    }
  }
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { open, onEnded }
}

it('ends an excess connection without a request, and accepts others once slots are free', async () => {
  const { open, onEnded } = await listen({ open: 100, silent: 2 })
  const first = await open()
  const second = await open()
  expect(await (await open()).ask()).toBe('ended')
  expect(onEnded).toHaveBeenCalledTimes(1)

  expect(await first.ask()).toBe('answered') // no longer counts as a newcomer
  await open()
  expect(await (await open()).ask()).toBe('ended')
  await second.leave()
  expect(await (await open()).ask()).toBe('answered')
})

it.each([
  ['of one address', false, 'ended'],
  ['of a proxy, which has those of its clients', true, 'answered'],
])('closes excess connections %s, independent of others', async (_, isProxy, then) => {
  const { open, onEnded } = await listen({ open: 2, silent: 100 }, isProxy)
  const held = [await open(), await open()]
  for (const one of held) expect(await one.ask()).toBe('answered')
  expect(await (await open()).ask()).toBe(then)
  expect(onEnded).toHaveBeenCalledTimes(then === 'ended' ? 1 : 0)

  await held[0]!.leave()
  expect(await (await open()).ask()).toBe('answered')
})

it('leaves no place taken by a connection that it ends', async () => {
  const { open } = await listen({ open: 3, silent: 1 })
  const first = await open()
  for (let i = 0; i < 5; i++) expect(await (await open()).ask()).toBe('ended')
  expect(await first.ask()).toBe('answered')
  expect(await (await open()).ask()).toBe('answered')
})
