import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createAcceptingSockets } from './accepting-sockets.ts'

const RUSH = 600
/** Opens many connections of one address to a port, then one of another, and ends. */
const CONNECTS = `
const { connect } = require('node:net')
const port = Number(process.argv[1])
let left = ${RUSH}
for (let i = left; i > 0; i--) connect(port, '127.0.0.1', () => {
  if (--left === 0) connect({ port, host: '127.0.0.1', localAddress: '127.0.0.9' }, () => process.exit())
})`

it.skipIf(process.platform !== 'linux')('accepts a client before the rush of another address', async () => {
  const server = createServer()
  const order: string[] = []
  server.on('connection', ({ remoteAddress = '' }) => order.push(remoteAddress))
  const sockets = createAcceptingSockets(server, 256)
  let port = 0
  for (const each of sockets) {
    each.listen({ host: '127.0.0.1', port, reusePort: true })
    await once(each, 'listening')
    port = (each.address() as AddressInfo).port
  }
  onTestFinished(() => {
    server.closeAllConnections()
    for (const each of sockets) each.close()
  })
  // Accepting is paused, so that all are queued.
  expect(spawnSync(process.execPath, ['-e', CONNECTS, String(port)]).status).toBe(0)
  while (order.length <= RUSH) await setImmediate()
  expect(order.indexOf('127.0.0.9')).toBeLessThan(RUSH / 2)
})
