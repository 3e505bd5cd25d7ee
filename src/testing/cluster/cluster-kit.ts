import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { parseJsonExact } from '../../contract/json-exact.ts'
import { LIGHTNING_PATHS, type StrikeRecord } from '../../contract/lightning.ts'
import { systemClock } from '../../core/time/clock.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import { dataNameOf } from '../../server/config/open-source.ts'
import { REPOSITORY, runNode, type ServerProcess, startServerProcess, temporaryRoot } from '../server-process.ts'
import { freePort, startNatsServers } from './nats-server.ts'
import { digitsOf, openScreen, type RecordIds } from './screen.ts'
import { watchUpstream } from './upstream-watch.ts'
import { openWay, type Way } from './way.ts'

const UPSTREAM_KEY = 'sk-of-the-cluster'
const TRUTH_KEY = 'sk-of-the-test'
const VIEWER_KEY = 'sk-of-a-viewer'

const utcDay = () => Math.floor(systemClock.now() / DAY_MS)

/** A Brontide of the cluster, on a port that it keeps. */
export interface Member extends ServerProcess {
  port: number
  dataDir: string
  /** Its ways to the NATS servers. */
  ways: readonly Way[]
  /** Its successor on the same port, ways and disk, once it has ended. */
  again(): Member
}

/** NATS servers, a simulator with its limits on and a watcher before it, and Brontides that share the two. */
export async function startCluster(options: { natsServers: number; rate?: number; webhook?: string }) {
  const startedDay = utcDay()
  const folder = mkdtempSync(join(tmpdir(), 'brontide-cluster-'))
  const root = temporaryRoot({ 'index.html': new Uint8Array() })
  const keys = join(folder, 'keys')
  writeFileSync(keys, `viewer: ${VIEWER_KEY}\n`, { mode: 0o600 })
  const channels = join(folder, 'channels')
  const { webhook: url } = options
  const hook = { id: 'hook', kind: 'webhook', url, secret: 'a secret of the hook', allowPrivate: true }
  if (url !== undefined) writeFileSync(channels, JSON.stringify([hook]), { mode: 0o600 })
  const nats = await startNatsServers(options.natsServers)
  const simulator = runNode(
    join(REPOSITORY, 'src/simulator/main.ts'),
    {},
    {
      args: ['--port', '0', '--json', '--rate', String(options.rate ?? 60), '--key', UPSTREAM_KEY, '--key', TRUTH_KEY],
    },
  )
  const simulatorPort = JSON.parse(await simulator.heard(/\{.*\}/)).port as number
  const watched = await watchUpstream(simulatorPort)
  const processes = new Set<ServerProcess>()
  const allWays: Way[] = []

  function begin(port: number, ways: readonly Way[], dataDir: string): Member {
    const started = startServerProcess(root, {
      PORT: String(port),
      UPSTREAM_BASE_URL: `http://127.0.0.1:${watched.port}`,
      UPSTREAM_SPECIAL_URL: `http://127.0.0.1:${watched.port}`,
      UPSTREAM_SPECIAL_WS_URL: `ws://127.0.0.1:${watched.port}`,
      UPSTREAM_API_KEY: UPSTREAM_KEY,
      NATS_URL: ways.map((way) => `nats://127.0.0.1:${way.port}`).join(),
      TOKEN_SECRET: 'the same secret in each process',
      RELAY_KEYS_FILE: keys,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'debug',
      ...(url !== undefined && { CHANNELS_FILE: channels }),
    })
    processes.add(started)
    return { ...started, port, dataDir, ways, again: () => begin(port, ways, dataDir) }
  }

  return {
    nats,
    /** Prefix of stream names. */
    natsName: `brontide-${dataNameOf({
      upstream: {
        bases: {
          standard: '',
          special: `http://127.0.0.1:${watched.port}`,
          specialWs: `ws://127.0.0.1:${watched.port}`,
        },
        apiKey: UPSTREAM_KEY,
      },
      simulator: { replay: null } as never,
    })}`,
    watch: watched.watch,
    /** Another Brontide, with an empty disk. */
    async start(): Promise<Member> {
      const ways = await Promise.all(nats.map(({ port }) => openWay(port)))
      allWays.push(...ways)
      return begin(await freePort(), ways, join(folder, `data-${allWays.length}`))
    },
    /** All that the upstream sends from now on, heard beside the cluster. */
    truth: () => collectStrikes(`ws://127.0.0.1:${simulatorPort}`, TRUTH_KEY),
    /** With `since`: from the strike of that time on. */
    viewer: (url: string, since?: string) => collectStrikes(url.replace('http', 'ws'), VIEWER_KEY, since),
    /** A screen at `port`. */
    screen: (port: number, ids: RecordIds) => openScreen({ port, ids }),
    ask: (url: string) => fetch(url, { headers: { authorization: `Bearer ${VIEWER_KEY}` } }),
    /** Whether another UTC day has begun since the start, with a new count of points. */
    isOtherDay: () => utcDay() !== startedDay,
    /** The points that the upstream charged the cluster for, since the start. */
    async charged(): Promise<number> {
      const { applications } = await (await fetch(`http://127.0.0.1:${simulatorPort}/simulator/status`)).json()
      return applications.reduce((sum: number, { pointsSpent }: { pointsSpent: number }) => sum + pointsSpent, 0)
    },
    async close() {
      for (const each of processes) each.kill('SIGKILL')
      await Promise.all([...processes].map(({ ended }) => ended))
      simulator.kill('SIGKILL')
      await simulator.ended
      await watched.close()
      for (const way of allWays) await way.close()
      for (const server of nats) await server.remove()
      for (const each of [folder, root]) rmSync(each, { recursive: true, force: true })
    },
  }
}

/** The leader by the logs: the latest process that gained the lease and has not logged its loss. */
export function leaderOf<M extends Pick<Member, 'said'>>(members: readonly M[]): M | null {
  const led = members.map((member) => {
    const lines = member.said.err.split('\n').filter((line) => line.includes('"role":"leader"'))
    const last = lines.filter((line) => /"lease (gained|lost)"/.test(line)).at(-1)
    const [time] = last?.includes('lease gained') ? [/"time":"([^"]+)"/.exec(last)?.[1]] : []
    return { member, sinceMs: time === undefined ? 0 : Date.parse(time) }
  })
  const latest = led.reduce((best, each) => (each.sinceMs > best.sinceMs ? each : best))
  return latest.sinceMs > 0 ? latest.member : null
}

export type TestCluster = Awaited<ReturnType<typeof startCluster>>

/** A lightning socket and all strikes that came by it, each by its exact time and place. */
export interface Collector {
  /** How often each came, by its digits. */
  strikes: Map<string, number>
  /** When it was subscribed, Unix ms: all later strikes arrive, and some earlier ones. */
  sinceMs: number
  /** Resolves once `test` says so; looked at with each message. */
  until(test: () => boolean): Promise<void>
  /** Reported states of the line. */
  states: boolean[]
  closed: Promise<number>
  close(): void
}

export async function collectStrikes(url: string, key: string, since?: string): Promise<Collector> {
  const socket = new WebSocket(url + LIGHTNING_PATHS.socket, { headers: { authorization: `Bearer ${key}` } })
  const strikes = new Map<string, number>()
  const states: boolean[] = []
  const looks = new Set<() => void>()
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  let sinceMs: number | null = null
  socket.on('open', () => socket.send(`{"action":"subscribe"${since === undefined ? '' : `,"since":${since}`}}`))
  socket.on('message', (data) => {
    const message = parseJsonExact(String(data)) as { type: string; data?: StrikeRecord[]; live?: boolean }
    if (message.type === 'subscribed') sinceMs ??= systemClock.now()
    if (message.type === 'source_status') states.push(message.live === true)
    for (const strike of message.type === 'new_strikes' ? (message.data ?? []) : []) {
      const digits = digitsOf(strike)
      strikes.set(digits, (strikes.get(digits) ?? 0) + 1)
    }
    for (const look of looks) look()
  })
  const until = (test: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!test()) return
        looks.delete(look)
        resolve()
      }
      looks.add(look)
      look()
      closed.then((code) => reject(new Error(`The socket was closed with ${code}.`)))
    })
  await until(() => sinceMs !== null)
  return { strikes, sinceMs: sinceMs!, states, until, closed, close: () => socket.close() }
}
