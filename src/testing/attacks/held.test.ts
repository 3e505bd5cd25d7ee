import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { firstOf, untilOpen } from './held.ts'
import { plainSocket } from './target.ts'

it('does not wait for a rejected connection', async () => {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  await new Promise((resolve) => server.close(resolve))
  const socket = plainSocket({ port, from: '127.0.0.1', asset: '/', proxyPort: 0 })
  await untilOpen(socket)
  expect(await firstOf(socket, 'data', 'close')).toEqual([])
})

it('ends with a connection that is reset, and does not reject', async () => {
  const server = createServer((socket) => socket.on('error', () => {}).resetAndDestroy())
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  const socket = plainSocket({ port, from: '127.0.0.1', asset: '/', proxyPort: 0 })
  await untilOpen(socket)
  await expect(firstOf(socket, 'readable', 'close')).resolves.toBeDefined()
  await new Promise((resolve) => server.close(resolve))
})
