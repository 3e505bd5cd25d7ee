import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { systemClock } from '../../core/time/clock.ts'
import { listenOnLoopback } from './listen.ts'

const CLOSE_FRAME = 0x88

/** Sockets and requests of the cluster at the upstream. */
export interface UpstreamWatch {
  /** The most sockets that it held at a time. */
  socketsMost: number
  requests: ReachedRequest[]
}

/** A request arrived between `sinceMs`, when this busy process last polled, and `atMs`, when it was received (monotonic). */
export interface ReachedRequest {
  sinceMs: number
  atMs: number
}

/** Interval of polls of an idle process. */
const LOOK_EVERY_MS = 5

/** A proxy of the simulator that records sockets and requests. */
export async function watchUpstream(port: number) {
  const watch: UpstreamWatch = { socketsMost: 0, requests: [] }
  // Data of a new connection are received one poll later than the connection.
  const looksMs = Array.from({ length: 3 }, () => systemClock.monotonicMs())
  const stopLooking = systemClock.every(LOOK_EVERY_MS, () => {
    looksMs.push(systemClock.monotonicMs())
    looksMs.shift()
  })
  const sockets = new Set<Socket>()
  const open = new Set<Socket>()
  const server: Server = createServer((incoming, answer) => {
    watch.requests.push({ sinceMs: looksMs[0]!, atMs: systemClock.monotonicMs() })
    const { method, headers, url } = incoming
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers }, (response: IncomingMessage) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const through = connect(port, '127.0.0.1')
    const raw = incoming.rawHeaders
    const lines = Array.from({ length: raw.length / 2 }, (_, i) => `${raw[2 * i]}: ${raw[2 * i + 1]}`)
    through.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    through.write(head)
    socket.pipe(through).pipe(socket)
    let heard = Buffer.alloc(0)
    const listen = (data: Buffer) => {
      heard = Buffer.concat([heard, data])
      const frame = heard.indexOf('\r\n\r\n') + 4
      if (frame < 4 || heard.length <= frame) return
      through.off('data', listen)
      // A refused socket gets a close frame first.
      if (heard[frame] !== CLOSE_FRAME) open.add(socket)
      watch.socketsMost = Math.max(watch.socketsMost, open.size)
    }
    through.on('data', listen)
    const end = () => {
      open.delete(socket)
      socket.destroy()
      through.destroy()
    }
    for (const each of [socket, through]) each.on('error', end).on('close', end)
  })
  return {
    watch,
    port: await listenOnLoopback(server),
    async close() {
      stopLooking()
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** The most requests that are certain to have come within one second; in the order in which they were seen. */
export function mostInOneSecond(requests: readonly ReachedRequest[]): number {
  let most = 0
  let from = 0
  for (const [i, { atMs }] of requests.entries()) {
    while (from < i && atMs - requests[from]!.sinceMs >= 1_000) from++
    most = Math.max(most, i - from + 1)
  }
  return most
}
