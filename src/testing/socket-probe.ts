import { type ClientOptions, WebSocket } from 'ws'
import { parseJsonExact } from '../contract/json-exact.ts'

export interface ProbeMessage {
  type?: unknown
  [field: string]: unknown
}

/** A socket for tests: stores received messages, in order, until taken. */
export interface SocketProbe {
  /** Resolves after the upgrade. */
  opened: Promise<void>
  closed: Promise<{ code: number; reason: string }>
  /** Takes the next message; waits for it. Rejects once the socket is closed. */
  next(): Promise<ProbeMessage>
  /** Takes messages up to the first of `type`, and returns that one. */
  nextOf(type: string): Promise<ProbeMessage>
  /** Received messages that were not taken. */
  pending(): ProbeMessage[]
  /** Sends a value as JSON, or raw text. */
  send(message: unknown): void
  /** Resolves once the server has read all earlier messages. */
  ping(): Promise<void>
  /** Stops reading, as a slow client does. */
  pause(): void
  resume(): void
  close(): Promise<void>
}

export function probeSocket(url: string, options: ClientOptions = {}): SocketProbe {
  const socket = new WebSocket(url, options)
  const inbox: ProbeMessage[] = []
  const waiting: { resolve(message: ProbeMessage): void; reject(error: Error): void }[] = []

  const opened = new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  opened.catch(() => {}) // a test that awaits `closed` alone is not to fail for it
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => {
      resolve({ code, reason: String(reason) })
      for (const { reject } of waiting.splice(0)) reject(new Error(`The socket was closed with ${code}.`))
    })
  })
  socket.on('error', () => {})
  socket.on('message', (data) => {
    const message = parseJsonExact(String(data)) as ProbeMessage
    const taker = waiting.shift()
    if (taker) taker.resolve(message)
    else inbox.push(message)
  })

  const probe: SocketProbe = {
    opened,
    closed,
    next() {
      const message = inbox.shift()
      if (message) return Promise.resolve(message)
      if (socket.readyState >= WebSocket.CLOSING) return Promise.reject(new Error('The socket is closed.'))
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    async nextOf(type) {
      for (;;) {
        const message = await probe.next()
        if (message.type === type) return message
      }
    },
    pending: () => [...inbox],
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    ping: () =>
      new Promise((resolve) => {
        socket.once('pong', () => resolve())
        socket.ping()
      }),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    async close() {
      socket.resume()
      socket.close()
      await closed
    },
  }
  return probe
}
