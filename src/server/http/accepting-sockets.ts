import type { Server } from 'node:http'
import { createServer, type Server as NetServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Turns } from '../../client/http/turns.ts'
import { networkOf, plainAddress } from '../web/client-address.ts'

/** Connections that `server` receives per turn of the event loop: some milliseconds of work. */
const AT_ONCE = 32

/**
 * Further listening sockets of an HTTP server, which share its port (SO_REUSEPORT). libuv accepts one connection per
 * turn of the event loop on each, and `server` receives them in turns of their addresses: a client does not wait
 * behind thousands of connections of another address.
 */
export function createAcceptingSockets(server: Server, count: number): NetServer[] {
  const waiting = new Turns<Socket>()
  let isHandingOver = false

  async function handOver(): Promise<void> {
    isHandingOver = true
    while (waiting.size > 0) {
      for (let i = 0; i < AT_ONCE && waiting.size > 0; i++) {
        const socket = waiting.shift()
        if (socket.destroyed) continue
        server.emit('connection', socket)
        socket.resume()
      }
      await setImmediate()
    }
    isHandingOver = false
  }

  function accept(socket: Socket): void {
    waiting.push(networkOf(plainAddress(socket.remoteAddress ?? 'unknown')), socket)
    if (!isHandingOver) void handOver()
  }

  const options = { allowHalfOpen: true, noDelay: true, pauseOnConnect: true }
  return Array.from({ length: count }, () => createServer(options, accept))
}
