import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf, plainAddress } from './client-address.ts'

/** Connections of one address that have not asked for anything yet. A proxy opens one when it has something to ask. */
export const NEWCOMERS_MAX = 1_000

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
