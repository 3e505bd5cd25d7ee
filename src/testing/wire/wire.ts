import { createServer, type Server } from 'node:http'
import type { Socket as NetSocket } from 'node:net'
import type { Hono } from 'hono'
import type { Environment, Socket } from '../../client/session/environment.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import { createNodeEnvironment } from '../../server/node-environment.ts'
import { socketBefore } from '../fakes/fake-socket.ts'
import type { Activity } from './activity.ts'
import { connectInMemory, type MemoryConnection, MemorySocket } from './memory-socket.ts'

/** The server at the far end of a wire. */
export interface WireServer {
  app: Pick<Hono, 'fetch'>
  attach(server: Server): () => void
}

/** Fault of every HTTP response while set. */
export type RestFault =
  | { status: number; retryAfter?: string; html?: boolean }
  /** 200 with a body that is not JSON, an error, truncated, or empty. */
  | 'html'
  | 'envelope'
  | 'truncated'
  | 'garbled'
  | 'empty'
  /** Never responds; the body never ends. */
  | 'hang'
  | 'hang-in-body'
  | 'reset'

/** Fault of every new socket while set. */
export type DialFault =
  | 'refused'
  /** The handshake is neither accepted nor refused. */
  | 'silent'
  /** A proxy responds to the upgrade. */
  | { status: number }

export interface WireConnection extends MemoryConnection {
  path: string
  openedMs: number
  /** Monotonic ms of its end at the client; null while it is open there. */
  closedMs: number | null
}

/**
 * A client's way to one server, in memory and by the clock of a test: the server's own HTTP and socket code at one end,
 * a client's `fetch` and `openSocket` at the other, and in between every way of failing.
 */
export class Wire {
  readonly #clock: Clock
  readonly #activity: Activity
  readonly #server: () => WireServer | null
  readonly #serverClock: Clock
  readonly #connections = new Set<WireConnection>()
  readonly #https = new WeakMap<WireServer, Server>()
  /** One way. */
  latencyMs = 20
  /** Latency of one direction, for HTTP; null for that of the sockets. */
  restLatencyMs: number | null = null
  /** False while there is no network: all messages are dropped silently. */
  up = true
  rest: RestFault | null = null
  dial: DialFault | null = null
  /** While true, each second message arrives before its predecessor. */
  reorders = false
  /** Times of HTTP requests: monotonic ms. */
  readonly requestsMs: number[] = []
  /** Every socket that was ever opened. */
  readonly sockets: WireConnection[] = []

  constructor(options: { clock: Clock; activity: Activity; server: () => WireServer | null; serverClock?: Clock }) {
    this.#clock = options.clock
    this.#activity = options.activity
    this.#server = options.server
    this.#serverClock = options.serverClock ?? options.clock
  }

  // --- the client's end ---

  readonly openSocket: Environment['openSocket'] = (url, headers) => {
    const path = new URL(url).pathname
    const { openSocket } = createNodeEnvironment({
      createConnection: () => this.#connect(path) as unknown as NetSocket,
      // Inflating takes real time, which no fake clock waits for.
      perMessageDeflate: false,
    })
    return reordering(openSocket(url, headers), () => this.reorders)
  }

  readonly fetch: Environment['fetch'] = (url, init) => {
    const { signal } = init
    this.requestsMs.push(this.#clock.monotonicMs())
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      this.#exchange(url, init).then(resolve, reject)
    })
  }

  // --- faults of open sockets ---

  get open(): WireConnection[] {
    return [...this.#connections].filter(({ closedMs }) => closedMs === null)
  }

  /** The connections break. */
  cut(path?: string): void {
    for (const connection of this.#on(path)) {
      connection.client.destroy()
      connection.server.destroy()
    }
  }

  /** Both ends consider the connections open, but all messages are dropped; the server's end times out. */
  halfOpen(path?: string, serverNoticesAfterMs = 120_000): void {
    for (const { server, toClient, toServer } of this.#on(path)) {
      toClient.lose()
      toServer.lose()
      this.#clock.after(serverNoticesAfterMs, () => server.destroy())
    }
  }

  /** Messages of the server arrive only after a resume. */
  stall(path?: string): void {
    for (const { toClient } of this.#on(path)) toClient.stalled = true
  }

  resume(path?: string): void {
    for (const { toClient } of this.#on(path)) toClient.stalled = false
  }

  /** Changes the next bytes that the server sends on each socket. */
  mangle(change: (bytes: Buffer) => Buffer | null, path?: string): void {
    for (const { toClient } of this.#on(path)) toClient.mangleNext = change
  }

  /** The next message breaks off in its middle, and with it the connection. */
  truncate(path?: string): void {
    for (const { toClient, client, server } of this.#on(path)) {
      toClient.mangleNext = (bytes) => {
        this.#clock.after(this.latencyMs + 1, () => {
          client.destroy()
          server.destroy()
        })
        return bytes.subarray(0, Math.ceil(bytes.length / 2))
      }
    }
  }

  /** Injects bytes into the stream. */
  inject(bytes: Buffer, path?: string): void {
    for (const { toClient } of this.#on(path)) toClient.write(bytes, () => {})
  }

  // ---

  #on(path?: string): WireConnection[] {
    return this.open.filter((connection) => path === undefined || connection.path === path)
  }

  #connect(path: string): MemorySocket {
    const server = this.#server()
    if (!server || this.dial === 'refused') return this.#refused()
    const connection: WireConnection = {
      ...connectInMemory({
        clock: this.#clock,
        latencyMs: () => this.latencyMs,
        moved: () => this.#activity.moved(),
      }),
      path,
      openedMs: this.#clock.monotonicMs(),
      closedMs: null,
    }
    this.#connections.add(connection)
    this.sockets.push(connection)
    connection.client.on('error', () => {})
    connection.server.on('error', () => {})
    connection.client.on('close', () => {
      connection.closedMs = this.#clock.monotonicMs()
      this.#connections.delete(connection)
      this.#activity.moved()
    })
    if (!this.up || this.dial === 'silent') {
      connection.toClient.lose()
      connection.toServer.lose()
    } else if (this.dial) {
      answerUpgrade(connection, this.dial.status)
    } else {
      this.#httpOf(server).emit('connection', connection.server as unknown as NetSocket)
    }
    return connection.client
  }

  #refused(): MemorySocket {
    const socket = new MemorySocket()
    this.#clock.after(this.latencyMs, () => {
      this.#activity.moved()
      socket.destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    })
    return socket
  }

  #httpOf(server: WireServer): Server {
    let http = this.#https.get(server)
    if (!http) {
      http = createServer()
      server.attach(http)
      this.#https.set(server, http)
    }
    return http
  }

  async #exchange(url: string, init: RequestInit): Promise<Response> {
    const oneWayMs = this.restLatencyMs ?? this.latencyMs
    await delay(this.#clock, oneWayMs)
    const server = this.#server()
    if (!server) throw noConnection('ECONNREFUSED')
    if (!this.up || this.rest === 'hang') return new Promise(() => {})
    if (this.rest === 'reset') throw noConnection('ECONNRESET')
    const answer =
      typeof this.rest === 'object' && this.rest !== null ? faultAnswer(this.rest) : await this.#ask(server, url, init)
    await delay(this.#clock, oneWayMs)
    if (!this.up) return new Promise(() => {})
    return answer
  }

  async #ask(server: WireServer, url: string, { method, headers }: RequestInit): Promise<Response> {
    const { rest } = this
    // A request before any data waits.
    const response = await this.#activity.duringUnlessWaiting(async () =>
      server.app.fetch(new Request(url, { method, headers })),
    )
    const answer = await this.#activity.during(async () => ({
      status: response.status,
      headers: new Headers(response.headers),
      // Read here: a real body takes turns of the event loop, which no fake clock waits for.
      bytes: await response.arrayBuffer(),
    }))
    if (!answer.headers.has('date')) answer.headers.set('date', new Date(this.#serverClock.now()).toUTCString())
    const body = typeof rest === 'string' ? spoiled(rest, answer.bytes) : async () => answer.bytes
    return responseOf(answer.status, answer.headers, body)
  }
}

/** A message that is held back for the next one is lost with the connection. */
function reordering(inner: Socket, isOn: () => boolean): Socket {
  const outer = socketBefore(inner, (event) => event())
  let held: string | null = null
  inner.onmessage = (text) => {
    if (held === null && isOn()) {
      held = text
      return
    }
    const later = held
    held = null
    outer.onmessage?.(text)
    if (later !== null) outer.onmessage?.(later)
  }
  return outer
}

const HTML = '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>'

type Body = () => Promise<ArrayBuffer>

function spoiled(fault: Extract<RestFault, string>, bytes: ArrayBuffer): Body {
  switch (fault) {
    case 'html':
      return async () => bytesOf(HTML)
    case 'envelope':
      return async () => bytesOf('{"code":50000,"message":"the database did not answer","data":[]}')
    case 'truncated':
      return async () => bytes.slice(0, bytes.byteLength >> 1)
    case 'garbled':
      return async () => bytesOf(new TextDecoder().decode(bytes).replace(/[{,]/g, '\u0007'))
    case 'empty':
      return async () => bytesOf('')
    case 'hang-in-body':
      return () => new Promise(() => {})
    default:
      return async () => bytes
  }
}

function faultAnswer({ status, retryAfter, html = false }: { status: number; retryAfter?: string; html?: boolean }) {
  const headers = new Headers({ 'content-type': html ? 'text/html' : 'application/json' })
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter)
  return responseOf(status, headers, async () => bytesOf(html ? HTML : '{"detail":"an injected fault"}'))
}

/** The used parts of a `Response`. */
function responseOf(status: number, headers: Headers, body: Body): Response {
  const text = async () => new TextDecoder().decode(await body())
  return { status, ok: status < 400, headers, text, arrayBuffer: body } as Response
}

function bytesOf(text: string): ArrayBuffer {
  return new TextEncoder().encode(text).buffer
}

function noConnection(code: string): TypeError {
  return new TypeError('fetch failed', { cause: { code } })
}

/** A proxy responds to the upgrade. */
function answerUpgrade({ server }: { server: MemorySocket }, status: number): void {
  server.once('data', () => {
    server.end(
      `HTTP/1.1 ${status} No\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: ${HTML.length}\r\n\r\n${HTML}`,
    )
  })
}
