import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'

/** A Hono app and its sockets on a free port of this machine. */
export async function serveOnFreePort(server: { app: Pick<Hono, 'fetch'>; attach(server: Server): () => void }) {
  const http = createAdaptorServer({ fetch: server.app.fetch }) as Server
  server.attach(http)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}
