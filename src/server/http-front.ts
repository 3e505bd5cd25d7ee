import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Clock } from '../core/clock.ts'
import { type AppServer, isServerPath } from './app-server.ts'
import { refuseUpgrade } from './contract/sockets.ts'

/** Another server of the page on the same port: Vite, in development. */
export interface PageServer {
  handle(request: IncomingMessage, response: ServerResponse): void
  /** True where it takes the upgrade, for hot reload. */
  ownsUpgrade(request: IncomingMessage): boolean
  close(): Promise<void>
}

export interface HttpFront {
  port: number
  /** Stops accepting, ends what is idle, and after a moment what is not. */
  close(): Promise<void>
}

const ENDING_TAKES_AT_MOST_MS = 2_000

/** The one HTTP server: listens, or rejects with the system's error. */
export async function openHttpFront(deps: {
  app: AppServer
  host: string
  port: number
  clock: Clock
  openPage?: (server: Server) => Promise<PageServer>
}): Promise<HttpFront> {
  const { app, host, port, clock } = deps
  const listener = getRequestListener((request, env) => app.fetch(request, env as never))
  // Longer than proxies keep an idle line, so that none of them writes into one that is closing.
  const server = createServer({ keepAliveTimeout: 65_000 })
  const page = (await deps.openPage?.(server)) ?? null

  server.on('request', (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1)
    if (page && !isServerPath(path)) page.handle(request, response)
    else void listener(request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    if (app.handleUpgrade(request, socket, head) || page?.ownsUpgrade(request)) return
    refuseUpgrade(socket)
  })
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const giveUp = clock.after(ENDING_TAKES_AT_MOST_MS, () => server.closeAllConnections())
      await page?.close()
      await closed
      giveUp()
    },
  }
}
