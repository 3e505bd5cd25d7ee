import { randomBytes } from 'node:crypto'
import { deriveKey } from '../server/access/scrypt.ts'
import { readConfig } from '../server/config/config.ts'
import { createLog } from '../server/config/log.ts'
import { createLocalHeldFires } from '../server/hazards/fires/local-held-fires.ts'
import { type AppServerDeps, createAppServer } from '../server/http/app-server.ts'
import { createFakeClock } from './fakes/fake-clock.ts'
import { FakeSource } from './fakes/fake-source.ts'

/** Headers of a browser with the page open at its own server; plain, and over TLS. */
export const HERE = { origin: 'http://map.example.com', 'sec-fetch-site': 'same-origin' }
export const OVER_TLS = { ...HERE, origin: 'https://map.example.com' }

/** A line for the file, as cheap as is taken. */
export async function passwordLine(label: string, password: string): Promise<string> {
  const salt = randomBytes(18)
  const hash = await deriveKey(password, salt, { logN: 14, r: 8, p: 1 }, 33)
  return `${label}$scrypt$ln=14,r=8,p=1$${salt.toString('base64')}$${hash.toString('base64')}`
}
/** The whole server by its settings and files, with requests handed to it as from an address. */
export function setUpAccess(
  env: Record<string, string>,
  files: Record<string, string> = {},
  over: Partial<AppServerDeps> = {},
) {
  const clock = createFakeClock()
  const read = readConfig(
    { PUBLIC_ORIGIN: 'http://map.example.com', ...env },
    { stormNames: [], readFile: (path) => files[path]! },
  )
  if (!read.ok) throw new Error(read.problems.join('; '))
  const lines: string[] = []
  const app = createAppServer({
    config: read.config,
    source: new FakeSource(),
    clock,
    heldFires: createLocalHeldFires(clock),
    log: createLog('trace', { write: (line) => void lines.push(line) }),
    version: '1',
    page: null,
    tiles: null,
    readText: async (path) => files[path]!,
    ...over,
  })
  const ask = async (path: string, init: RequestInit = {}, remoteAddress = '10.0.0.1') => {
    const headers = { host: 'map.example.com', ...(init.headers as Record<string, string>) }
    const request = new Request(`http://map.example.com${path}`, { ...init, headers })
    return app.fetch(request, { incoming: { socket: { remoteAddress } } } as never)
  }
  const mint = (headers: Record<string, string> = {}, remoteAddress?: string) =>
    ask('/api/token/lightning', { method: 'POST', headers: { ...HERE, ...headers } }, remoteAddress)
  const signIn = (body: unknown, headers: Record<string, string> = HERE, remoteAddress?: string) =>
    ask('/api/session', { method: 'POST', headers, body: JSON.stringify(body) }, remoteAddress)
  const becomes = async (path: string, text: string) => {
    files[path] = text
    await clock.advance(5_000)
  }
  return { app, clock, lines, ask, mint, signIn, becomes }
}

/** The cookies that a browser returns after a response. */
export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}
