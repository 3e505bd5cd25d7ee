import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import {
  type AddressInfo,
  createServer as createPlainServer,
  type ListenOptions,
  type Server as NetServer,
} from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { API_PATHS } from '../../contract/api-paths.ts'
import type { Clock } from '../../core/time/clock.ts'
import { endWith, lastAnswer, refuseUpgrade } from '../contract/sockets/refuse-upgrade.ts'
import { requestUrl } from '../web/request-path.ts'
import { createAcceptingSockets } from './accepting-sockets.ts'
import { type AppServer, isServerPath } from './app-server.ts'
import { limitConnections } from './connection-limits.ts'

/** Another server of the page on the same port: Vite, in development. */
export interface PageServer {
  handle(request: IncomingMessage, response: ServerResponse): void
  /** True if it handles the upgrade, for hot reload. */
  ownsUpgrade(request: IncomingMessage): boolean
  close(): Promise<void>
}

export interface HttpFront {
  port: number
  /** Stops accepting, closes idle connections, and after a grace period the others. */
  close(): Promise<void>
}

const ENDING_TAKES_AT_MOST_MS = 2_000

/** Number of listening sockets where the system balances connections over them. */
const LISTENERS = 256
/** Listen backlog of each socket; the system may limit it further. */
const BACKLOG = 4_096

/** Client timeouts; an upgrade counts as a request. Milliseconds. */
export interface Patience {
  /** For the request headers. */
  head: number
  /** For the whole request. */
  request: number
  /** Check interval. */
  lookEvery: number
}

const PATIENCE: Patience = { head: 15_000, request: 30_000, lookEvery: 5_000 }

/** Responses to unparsable requests, by Node's error code. */
const UNREADABLE: Record<string, readonly [status: string, why: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    `a request must arrive within ${PATIENCE.request / 1_000} s, its headers within ${PATIENCE.head / 1_000} s`,
  ],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'request headers are limited to 16 KiB'],
}
const NO_REQUEST = ['400 Bad Request', 'not a valid HTTP/1.1 request'] as const

/** HTTP on one port: listens, or rejects with the system's error. */
export async function openHttpFront(deps: {
  app: AppServer
  host: string
  port: number
  clock: Clock
  openPage?: (server: Server) => Promise<PageServer>
  patience?: Patience
}): Promise<HttpFront> {
  const { app, host, port, clock, patience = PATIENCE } = deps
  const server = newServer(patience)
  const others = createAcceptingSockets(server, deps.openPage || !canSharePorts() ? 0 : LISTENERS - 1)
  const servers = [server, ...others]
  limitConnections(server, others, () => app.refused('silent_connections'), app.isProxy)
  const page = (await deps.openPage?.(server)) ?? null
  serve(server, { app, page })
  const bound = await listen(servers, { host, port })

  return {
    port: bound,
    async close() {
      const closed = Promise.all(servers.map((each) => new Promise<void>((resolve) => each.close(() => resolve()))))
      server.closeIdleConnections()
      const giveUp = clock.after(ENDING_TAKES_AT_MOST_MS, () => server.closeAllConnections())
      await page?.close()
      await closed
      giveUp()
    },
  }
}

/** True if one process can bind a port several times, so that connections are spread over its sockets. */
function canSharePorts(): boolean {
  return process.platform === 'linux'
}

/** Listens on all sockets, if no other process uses the port; returns the port. */
async function listen(servers: readonly NetServer[], { host, port }: { host: string; port: number }): Promise<number> {
  const reusePort = servers.length > 1
  // Another process with SO_REUSEPORT would receive a part of our connections.
  if (reusePort && port !== 0) {
    const exclusive = createPlainServer()
    await listening(exclusive, { host, port })
    exclusive.close()
  }
  let bound = port
  for (const server of servers) {
    await listening(server, { host, port: bound, backlog: BACKLOG, reusePort })
    bound = (server.address() as AddressInfo).port
  }
  return bound
}

/** Rejects with the system's error. */
function listening(server: NetServer, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function newServer(patience: Patience): Server {
  return createServer({
    // Longer than the keep-alive of proxies, so that none writes to a closing connection.
    keepAliveTimeout: 65_000,
    headersTimeout: patience.head,
    requestTimeout: patience.request,
    connectionsCheckingInterval: patience.lookEvery,
    // Refused below with an explanation.
    requireHostHeader: false,
    // An offer to upgrade to another protocol, such as HTTP/2, may be ignored (RFC 9110, 7.8).
    shouldUpgradeCallback: ({ headers }) => /(^|,)\s*websocket\s*(,|$)/i.test(headers.upgrade ?? ''),
  })
}

/** Handlers of one server. */
function serve(server: Server, { app, page }: { app: AppServer; page: PageServer | null }): void {
  const listener = getRequestListener((request, env) => app.fetch(request, env as never))
  server.on('request', (request, response) => {
    nameProbe(request)
    const problem = problemOf(request)
    if (problem !== null) return refuse(response, 400, problem)
    if (page && !isServerPath(requestUrl(request.url)?.pathname ?? '/')) page.handle(request, response)
    else void listener(request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    if (app.handleUpgrade(request, socket, head) || page?.ownsUpgrade(request)) return
    refuseUpgrade(socket)
  })
  server.on('checkExpectation', (_request, response) => refuse(response, 417, 'Expect must be 100-continue'))
  server.on('clientError', (error, socket) => {
    // Bytes after the last response are not a request.
    if (!socket.writable) return
    app.refused('bad_head')
    const [status, why] = UNREADABLE[(error as NodeJS.ErrnoException).code ?? ''] ?? NO_REQUEST
    endWith(socket, lastAnswer(status, why))
  })
}

const PROBES: readonly string[] = [API_PATHS.health, API_PATHS.ready, API_PATHS.metrics]

/** HTTP/1.0 has no Host header, and load balancers probe with it: such a probe means this machine. */
function nameProbe(request: IncomingMessage): void {
  const { headers, rawHeaders, httpVersion, url = '' } = request
  if (httpVersion !== '1.0' || headers.host !== undefined || !PROBES.includes(url)) return
  headers.host = 'localhost'
  rawHeaders.push('Host', headers.host)
}

/** Problem with the target or Host of a request, and the allowed form; null if both are valid. */
function problemOf({ url, headers: { host }, headersDistinct }: IncomingMessage): string | null {
  if (requestUrl(url) === null || url?.includes('\\')) return 'the request target must be a path, such as /api/config'
  if ((headersDistinct.host?.length ?? 0) > 1) return 'exactly one Host header is required'
  const isHost = host !== undefined && URL.canParse(`http://${host}`) && /^[^/?#@\\]+$/.test(host)
  return isHost ? null : 'Host must be a name or an address, with or without a port'
}

function refuse(response: ServerResponse, status: number, detail: string): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ detail }))
}
