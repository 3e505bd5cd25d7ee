import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { API_PATHS } from '../../contract/api-paths.ts'
import { systemClock } from '../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts'
import { readConfig } from '../../server/config/config.ts'
import { dataNameOf } from '../../server/config/open-source.ts'
import { openHistory } from '../../server/history/open-history.ts'
import { passwordLine } from '../access-kit.ts'
import { CERTIFICATE } from '../channels/certificate.ts'
import { strikeRecord } from '../fakes/fake-source.ts'
import { REPOSITORY, runNode, startServerProcess } from '../server-process.ts'
import { startHostileProxy } from './hostile-proxy.ts'
import { BROWSERS, ROLES } from './people.ts'
import { PLACE_ID } from './place-attacks.ts'
import { startPushService } from './push-service.ts'
import { ask, PASSWORD, signIn, type Target } from './target.ts'

const KEY = 'sk-of-the-attacked-server'
/** The witness reads the upstream itself with this key. */
export const WITNESS_KEY = 'sk-of-the-witness'
const READY_EVERY_MS = 100
const CHANNEL = { id: BROWSERS, kind: 'webpush', subject: 'mailto:duty@example.com', allowPrivate: true }

const GUARDED = {
  type: 'Feature',
  properties: { id: PLACE_ID, name: 'Attacked' },
  geometry: { type: 'Point', coordinates: [100, 20] },
}

export type Access = 'open' | 'password'
export type Stage = Awaited<ReturnType<typeof setStage>>

/**
 * The attacked system: a simulator as the upstream, a hostile proxy in front of it, and a Brontide with some hours of
 * history. With passwords `names` may sign in, and there is a push channel.
 */
export async function setStage(options: {
  root: string
  access: Access
  names: readonly string[]
  /** The path of a large file of the page. */
  asset: string
  strikesPerSecond: number
  historyHours: number
}) {
  const { root, access, names, asset, strikesPerSecond, historyHours } = options
  const simulator = runNode(
    join(REPOSITORY, 'src/simulator/main.ts'),
    {},
    {
      args: ['--port', '0', '--json', '--key', KEY, '--key', WITNESS_KEY, '--rate', String(strikesPerSecond)],
    },
  )
  const { port: upstreamPort } = JSON.parse(await simulator.heard(/^\{.*\}$/m)) as { port: number }
  const proxy = await startHostileProxy(upstreamPort)
  const pushes = await startPushService()
  const folder = mkdtempSync(join(tmpdir(), 'brontide-attacked-'))
  const fileOf = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  const lines = new Map(
    await Promise.all(names.map(async (name) => [name, await passwordLine(`${name}:`, PASSWORD)] as const)),
  )
  const admitNames = (some: readonly string[]) =>
    fileOf('passwords', [...lines].flatMap(([name, line]) => (some.includes(name) ? [line] : [])).join('\n'))
  const byPassword = () => ({
    ACCESS_PASSWORD_FILE: admitNames(names),
    ROLES_FILE: fileOf('roles.json', JSON.stringify(ROLES)),
    CHANNELS_FILE: fileOf('channels.json', JSON.stringify([CHANNEL])),
    NODE_EXTRA_CA_CERTS: fileOf('certificate.pem', CERTIFICATE),
  })
  const env = {
    ACCESS: access,
    DATA_DIR: join(folder, 'data'),
    PLACES_FILE: fileOf('places.geojson', JSON.stringify({ type: 'FeatureCollection', features: [GUARDED] })),
    UPSTREAM_BASE_URL: `http://127.0.0.1:${proxy.port}`,
    UPSTREAM_SPECIAL_URL: `http://127.0.0.1:${upstreamPort}`,
    UPSTREAM_SPECIAL_WS_URL: `ws://127.0.0.1:${proxy.port}`,
    UPSTREAM_API_KEY: KEY,
    ...(access === 'password' && byPassword()),
  }
  await fillHistory(env, { strikesPerSecond, historyHours })
  async function start() {
    const server = startServerProcess(root, env)
    const { port, origin } = new URL(await server.ready)
    const viewer: Target = { port: Number(port), proxyPort: proxy.port, from: '127.0.0.9', asset }
    // The cost of starting is not part of an attack: of that the first nowcast is the last part.
    while ((await fetch(`${origin}/readyz`)).status !== 200) await setTimeout(READY_EVERY_MS)
    const reader = access === 'password' ? await signIn(viewer, names[0]!) : viewer
    while (/"state":"waiting"/.test((await ask(reader, API_PATHS.nowcast)).text)) await setTimeout(READY_EVERY_MS)
    return { server, viewer }
  }
  async function end() {
    running.server.kill('SIGTERM')
    await running.server.ended
  }
  let running = await start()

  return {
    access,
    get pid() {
      return running.server.pid
    },
    /** The server as seen by a viewer next to the attackers. */
    get viewer() {
      return running.viewer
    },
    /** Another server process in its place, with the same history. */
    async restart(): Promise<void> {
      await end()
      if (access === 'password') admitNames(names)
      running = await start()
    },
    /** Removes all other names from the password file. */
    admitNames: (some: readonly string[]) => void admitNames(some),
    upstreamPort,
    /** The log of the server. */
    serverLog: () => running.server.said.err,
    pushes,
    bombsSent: proxy.bombsSent,
    longReportsSent: proxy.longReportsSent,
    /** Takes everything away. */
    async close(): Promise<void> {
      await end()
      simulator.kill('SIGTERM')
      await simulator.ended
      await proxy.close()
      await pushes.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The path of the largest script of the page in `root`. */
export function largestAsset(root: string): string {
  const folder = join(root, 'dist', 'page', 'assets')
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const [largest] = scripts.sort((a, b) => statSync(join(folder, b)).size - statSync(join(folder, a)).size)
  return `/assets/${largest}`
}

/** Strikes all over the world, at the rate of the test, up to now. */
async function fillHistory(
  env: Record<string, string>,
  { strikesPerSecond, historyHours }: { strikesPerSecond: number; historyHours: number },
): Promise<void> {
  const read = readConfig(env, { stormNames: [] })
  if (!read.ok) throw new Error(read.problems.join('; '))
  const log = pino({ level: 'silent' })
  const history = await openHistory({
    name: dataNameOf(read.config),
    hours: read.config.historyHours,
    dir: read.config.dataDir,
    clock: systemClock,
    log,
  })
  const toMs = Math.floor(systemClock.now() / MINUTE_MS) * MINUTE_MS - MINUTE_MS
  for (let fromMs = toMs - historyHours * HOUR_MS; fromMs < toMs; fromMs += MINUTE_MS) {
    const count = 60 * strikesPerSecond
    const records = Array.from({ length: count }, (_, i) => strikeOf(fromMs + (i * MINUTE_MS) / count))
    await history.write(
      { kind: 'strikes', records },
      { kind: 'observed', feed: 'lightning', fromMs, toMs: fromMs + MINUTE_MS },
    )
  }
  await history.close()
}

function strikeOf(timeMs: number) {
  const ms = Math.floor(timeMs)
  return strikeRecord({
    time: BigInt(ms) * 1_000_000n + BigInt(Math.floor(Math.random() * 1e6)),
    lat: Math.round((Math.random() * 120 - 60) * 1e6) / 1e6,
    lon: Math.round((Math.random() * 360 - 180) * 1e6) / 1e6,
    obser_datetime: `${new Date(ms).toISOString().slice(0, 19)}Z`,
    arrived_at: new Date(ms + 3 * SECOND_MS).toISOString(),
  })
}
