import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { limitConnections, limitNewcomers } from './newcomers.ts'

async function listen(limit: (server: Server, onEnded: () => void) => void) {
  const server = createServer((_request, response) => void response.end('here'))
  const onEnded = vi.fn()
  limit(server, onEnded)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = async () => {
    const accepted = once(server, 'connection')
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}) // an end may come as a reset
    onTestFinished(() => void socket.destroy())
    await accepted
    return socket
  }
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { open, onEnded }
}

it('ends a connection too many that has not asked for anything, and takes others once places are free', async () => {
  const { open, onEnded } = await listen((server, ended) => limitNewcomers(server, ended, 2))
  const [first] = [await open(), await open()]
  const refused = await open()
  await once(refused, 'close')
  expect(onEnded).toHaveBeenCalledTimes(1)

  // Whoever has asked is no newcomer, and whoever has gone leaves a place.
  first.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(first, 'data')
  const next = await open()
  next.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(String((await once(next, 'data'))[0])).toContain('here')
})

it.each([
  ['of one address', false, 1],
  ['of a proxy, which has those of its clients', true, 0],
])('ends a connection too many %s, whatever the others do', async (_, isProxy, ended) => {
  const { open, onEnded } = await listen((server, end) => limitConnections(server, end, () => isProxy, 2))
  const held = [await open(), await open()]
  for (const socket of held) {
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'data')
  }
  const next = await open()
  if (ended) await once(next, 'close')
  expect(onEnded).toHaveBeenCalledTimes(ended)

  held[0]!.destroy()
  await once(held[0]!, 'close')
  let answer: unknown
  while (answer === undefined) {
    const later = await open()
    later.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    answer = await Promise.race([once(later, 'data').then(String), once(later, 'close').then(() => undefined)])
  }
  expect(answer).toContain('here')
})
