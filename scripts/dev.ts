import type { Server } from 'node:http'
import { join } from 'node:path'
import { createServer } from 'vite'
import type { PageServer } from '../src/server/http/http-front.ts'
import { run } from '../src/server/run.ts'

const root = join(import.meta.dirname, '..')

await run({ env: process.env, root, openPage, say: (line) => process.stdout.write(`${line}\n`) })

/** Vite on the port of the application, hot reload included. */
async function openPage(server: Server): Promise<PageServer> {
  const vite = await createServer({
    root,
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server } },
  })
  return {
    handle: (request, response) => vite.middlewares(request, response),
    // Vite listens to the server's upgrades itself and knows its own by this protocol.
    ownsUpgrade: (request) => /^vite-(hmr|ping)$/.test(request.headers['sec-websocket-protocol'] ?? ''),
    close: () => vite.close(),
  }
}
