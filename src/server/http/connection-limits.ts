import type { Server } from 'node:http'
import type { Server as NetServer, Socket } from 'node:net'
import { networkOf, plainAddress } from '../web/client-address.ts'
import { createConcurrencyLimit, type Place } from '../web/concurrency-limit.ts'

/** Connections per address without a request yet. A proxy opens one only when it has a request. */
export const NEWCOMERS_MAX = 1_000

/** Connections per address (trusted proxies exempt) and in total: one address cannot use more than half. */
export const CONNECTIONS_MAX = { each: 12_500, all: 25_000 }

/**
 * Closes connections of an address beyond `most`, and idle newcomers; `onEnded` is called for each. `accepting` hand
 * their connections over to `server`.
 */
export function limitConnections(
  server: Server,
  accepting: readonly NetServer[],
  onEnded: () => void,
  isProxy: (address: string) => boolean,
  most = { open: CONNECTIONS_MAX.each, silent: NEWCOMERS_MAX },
): void {
  const open = createConcurrencyLimit({ each: most.open, all: CONNECTIONS_MAX.all })
  const silent = createConcurrencyLimit({ each: most.silent, all: CONNECTIONS_MAX.all })
  const newcomers = new Map<Socket, Place>()

  function isHeard(socket: Socket): void {
    newcomers.get(socket)?.leave()
    newcomers.delete(socket)
  }

  function enter(socket: Socket): void {
    if (newcomers.has(socket)) return
    const plain = plainAddress(socket.remoteAddress ?? 'unknown')
    const address = networkOf(plain)
    const silence = silent.enter(address)
    const place = open.enter(isProxy(plain) ? '' : address)
    if (!silence.isFree || !place.isFree) {
      silence.leave()
      place.leave()
      socket.destroy()
      onEnded()
      return
    }
    newcomers.set(socket, silence)
    socket.once('close', () => {
      isHeard(socket)
      place.leave()
    })
  }

  for (const each of [server, ...accepting]) each.on('connection', enter)
  for (const asked of ['request', 'upgrade'] as const) {
    server.prependListener(asked, ({ socket }: { socket: Socket }) => isHeard(socket))
  }
}
