import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf, plainAddress } from './client-address.ts'

/** Connections of one address that have not asked for anything yet. A proxy opens one when it has something to ask. */
export const NEWCOMERS_MAX = 1_000

/** Connections of one address, but of a proxy, which has those of its clients, and in all: whatever one does, half is left for others. */
export const CONNECTIONS_MAX = { each: 12_500, all: 25_000 }

/** Ends connections of an address beyond `most`, whatever they do; `onEnded` hears of each. */
export function limitConnections(
  server: Server,
  onEnded: () => void,
  isProxy: (address: string) => boolean,
  most = CONNECTIONS_MAX.each,
): void {
  const open = new Map<string, number>()

  server.on('connection', (socket) => {
    const plain = plainAddress(socket.remoteAddress ?? '')
    if (isProxy(plain)) return
    const address = networkOf(plain)
    const count = open.get(address) ?? 0
    if (count >= most) {
      socket.destroy()
      onEnded()
      return
    }
    open.set(address, count + 1)
    socket.once('close', () => {
      const left = open.get(address)! - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}

/** Ends connections of an address beyond `most` that hold a place and say nothing; `onEnded` hears of each. */
export function limitNewcomers(server: Server, onEnded: () => void, most = NEWCOMERS_MAX): void {
  const silent = new Map<string, number>()
  const forget = new Map<Socket, () => void>()

  server.on('connection', (socket) => {
    const address = networkOf(plainAddress(socket.remoteAddress ?? ''))
    const count = silent.get(address) ?? 0
    if (count >= most) {
      socket.destroy()
      onEnded()
      return
    }
    silent.set(address, count + 1)
    forget.set(socket, () => {
      forget.delete(socket)
      const left = silent.get(address)! - 1
      if (left > 0) silent.set(address, left)
      else silent.delete(address)
    })
    socket.once('close', () => forget.get(socket)?.())
  })
  for (const asked of ['request', 'upgrade'] as const) {
    server.prependListener(asked, ({ socket }: { socket: Socket }) => forget.get(socket)?.())
  }
}
