import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface ThrottledLine {
  /** The same server, seen through the line. */
  url: string
  close(): void
}

interface LineSpeed {
  /** In each direction, for all connections together. */
  megabitsPerSecond: number
  roundTripMs: number
}

/** How many bytes of a connection pass before another one has its turn. */
const PIECE_BYTES = 1_460

/**
 * A slow line in front of a server of this machine. Unlike the throttling of a browser's tools it holds for everything
 * that the page does: workers, the service worker, and sockets.
 */
export async function openThrottledLine(target: string, speed: LineSpeed): Promise<ThrottledLine> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  const up = createPipe(speed)
  const down = createPipe(speed)
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true })
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {}) // a close follows
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    // A connection speaks first when its handshake is over, which takes once there and back.
    client.on('data', up.into(upstream, performance.now() + speed.roundTripMs))
    upstream.on('data', down.into(client, 0))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

interface Waiting {
  to: Socket
  pieces: Buffer[]
}

/** One direction: chunks share the bandwidth, and data arrive half a round trip later. */
function createPipe({ megabitsPerSecond, roundTripMs }: LineSpeed) {
  const bytesPerMs = (megabitsPerSecond * 1e6) / 8 / 1_000
  const turns: Waiting[] = []
  let freeAtMs = 0
  let running = false

  function pump(): void {
    const nowMs = performance.now()
    freeAtMs = Math.max(freeAtMs, nowMs - 5) // a late timer does not slow the line
    while (freeAtMs <= nowMs) {
      const next = turns.shift()
      const piece = next?.pieces.shift()
      if (!next || !piece) break
      if (next.pieces.length > 0) turns.push(next)
      freeAtMs += piece.length / bytesPerMs
      arrive(next.to, piece)
    }
    running = turns.length > 0
    if (running) setTimeout(pump, 1)
  }

  /** All pieces take equally long, so they keep their order. */
  function arrive(to: Socket, piece: Buffer): void {
    setTimeout(() => to.destroyed || to.write(piece), roundTripMs / 2)
  }

  return {
    into(to: Socket, notBeforeMs: number) {
      const waiting: Waiting = { to, pieces: [] }
      const take = (data: Buffer) => {
        const rests = waiting.pieces.length === 0
        for (let at = 0; at < data.length; at += PIECE_BYTES) waiting.pieces.push(data.subarray(at, at + PIECE_BYTES))
        if (rests) turns.push(waiting)
        if (!running) pump()
      }
      return (data: Buffer) => {
        const waitMs = notBeforeMs - performance.now()
        if (waitMs > 0) setTimeout(take, waitMs, data)
        else take(data)
      }
    },
  }
}
