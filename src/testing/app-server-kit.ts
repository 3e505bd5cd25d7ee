import { type Config, readConfig } from '../server/config/config.ts'
import { createLog } from '../server/config/log.ts'
import { createLocalHeldFires } from '../server/hazards/fires/local-held-fires.ts'
import { type AppServerDeps, createAppServer } from '../server/http/app-server.ts'
import { createFakeClock } from './fakes/fake-clock.ts'
import { FakeSource } from './fakes/fake-source.ts'

/** Requests below are for this host; a setting of '' counts as not set. */
const OPEN_AT_MAP = { ACCESS: 'open', PUBLIC_ORIGIN: 'http://map.example.com' }

/** The configuration that an environment gives; throws with its problems. */
export function configOf(env: Record<string, string> = {}): Config {
  const read = readConfig({ ...OPEN_AT_MAP, ...env }, { stormNames: ['outbreak'] })
  if (!read.ok) throw new Error(read.problems.join('; '))
  return read.config
}

/** Upstream settings with a recognisable key. */
export const UPSTREAM = {
  UPSTREAM_BASE_URL: 'https://weather.example.com',
  UPSTREAM_SPECIAL_URL: 'https://line.example.com',
  UPSTREAM_SPECIAL_WS_URL: 'wss://line.example.com:8443/feeds',
  UPSTREAM_API_KEY: 'sk-recognisable',
}

/** The whole server without a network: a fake source, a recorded log, and requests by function call. */
export function setUpAppServer(env: Record<string, string> = {}, over: Partial<AppServerDeps> = {}) {
  const clock = createFakeClock()
  const source = new FakeSource()
  const lines: string[] = []
  const app = createAppServer({
    config: configOf(env),
    source,
    clock,
    heldFires: createLocalHeldFires(clock),
    log: createLog('debug', { write: (line) => void lines.push(line) }),
    version: '0.1.0+1a2b3c4d',
    page: null,
    tiles: null,
    ...over,
  })
  const request = async (path: string, init: RequestInit = {}) =>
    app.fetch(
      new Request(`http://map.example.com${path}`, {
        ...init,
        headers: { host: 'map.example.com', ...(init.headers as Record<string, string>) },
      }),
    )
  const token = async (product: string) => {
    const response = await request(`/api/token/${product}`, { method: 'POST' })
    return (await response.json()) as { token: string; url: string; ws_url: string }
  }
  return { app, clock, source, lines, request, token }
}
