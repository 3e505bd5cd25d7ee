import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { systemClock } from '../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts'
import { readConfig } from '../../server/config.ts'
import { openHistory } from '../../server/history/open-history.ts'
import { strikeRecord } from '../fakes/fake-source.ts'
import { REPOSITORY, runNode, startServerProcess } from '../server-process.ts'
import { PLACE_ID } from './place-attacks.ts'

const KEY = 'sk-of-the-attacked-server'
/** The witness hears the upstream itself with this one. */
export const WITNESS_KEY = 'sk-of-the-witness'
const READY_EVERY_MS = 100
const BOMB_BYTES = 256 * 1024 * 1024

const GUARDED = {
  type: 'Feature',
  properties: { id: PLACE_ID, name: 'Attacked' },
  geometry: { type: 'Point', coordinates: [100, 20] },
}

/**
 * What is attacked: a simulator as the upstream, a Brontide over it with some hours of history, and between them for the
 * standard service somebody who answers every second question about a place with 256 MiB of nothing, packed.
 */
export async function setStage(options: { root: string; strikesPerSecond: number; historyHours: number }) {
  const { root, strikesPerSecond, historyHours } = options
  const simulator = runNode(
    join(REPOSITORY, 'src/server/simulator.ts'),
    {},
    {
      args: ['--port', '0', '--json', '--key', KEY, '--key', WITNESS_KEY, '--rate', String(strikesPerSecond)],
    },
  )
  const { port: upstreamPort } = JSON.parse(await simulator.heard(/^\{.*\}$/m)) as { port: number }
  const bombs = await startBombs(upstreamPort)
  const dataDir = mkdtempSync(join(tmpdir(), 'brontide-attacked-'))
  const placesFile = join(dataDir, 'places.geojson')
  writeFileSync(placesFile, JSON.stringify({ type: 'FeatureCollection', features: [GUARDED] }))
  const env = {
    ACCESS: 'open',
    DATA_DIR: dataDir,
    PLACES_FILE: placesFile,
    UPSTREAM_BASE_URL: `http://127.0.0.1:${bombs.port}`,
    UPSTREAM_SPECIAL_URL: `http://127.0.0.1:${upstreamPort}`,
    UPSTREAM_SPECIAL_WS_URL: `ws://127.0.0.1:${upstreamPort}`,
    UPSTREAM_API_KEY: KEY,
  }
  await fillHistory(env, { strikesPerSecond, historyHours })
  const server = startServerProcess(root, env)
  const { port, origin } = new URL(await server.ready)
  // What it costs to start is not what an attack costs.
  while ((await fetch(`${origin}/readyz`)).status !== 200) await setTimeout(READY_EVERY_MS)

  return {
    pid: server.pid,
    port: Number(port),
    upstreamPort,
    bombsSent: () => bombs.sent(),
    /** Takes everything away. */
    async close(): Promise<void> {
      server.kill('SIGTERM')
      await server.ended
      simulator.kill('SIGTERM')
      await simulator.ended
      await bombs.close()
      rmSync(dataDir, { recursive: true, force: true })
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

/** Passes on what is asked of the standard service, but every second forecast. */
async function startBombs(upstreamPort: number) {
  const bomb = gzipSync(Buffer.alloc(BOMB_BYTES), { level: 1 })
  let asked = 0
  let sent = 0
  const server = createServer((question, answer) => {
    if (!question.url?.includes('/forecast/') || asked++ % 2 > 0) return pass(question, answer)
    sent++
    answer.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    answer.end(bomb)
  })
  function pass({ url, headers }: IncomingMessage, answer: ServerResponse) {
    const onward = request({ port: upstreamPort, host: '127.0.0.1', path: url, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers)
      from.pipe(answer)
    })
    onward.on('error', () => answer.destroy()).end()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    sent: () => sent,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Strikes all over the world, as many a second as are to come, up to now. */
async function fillHistory(
  env: Record<string, string>,
  { strikesPerSecond, historyHours }: { strikesPerSecond: number; historyHours: number },
): Promise<void> {
  const read = readConfig(env, { stormNames: [] })
  if (!read.ok) throw new Error(read.problems.join('; '))
  const log = pino({ level: 'silent' })
  const history = await openHistory({ config: read.config, dir: read.config.dataDir, clock: systemClock, log })
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
