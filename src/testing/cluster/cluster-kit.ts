import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIGHTNING_PATHS, type StrikeRecord } from '../../contract/lightning.ts'
import { systemClock } from '../../core/time/clock.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import type { AccountEntry } from '../../server/contract/accounts/accounts.ts'
import { applicationId } from '../../server/contract/accounts/keyring.ts'
import { REPOSITORY, runNode, type ServerProcess, startServerProcess, temporaryRoot } from '../server-process.ts'
import { probeSocket } from '../socket-probe.ts'
import { freePort, startNatsServers } from './nats-server.ts'
import { createLooks, digitsOf } from './screen.ts'
import { openWay, type Way } from './way.ts'

const UPSTREAM_KEY = 'sk-of-the-cluster'
const TRUTH_KEY = 'sk-of-the-test'
const VIEWER_KEY = 'sk-of-a-viewer'

/** A Brontide of the cluster, on a port that it keeps. */
export interface Member extends ServerProcess {
  port: number
  /** Its ways to the NATS servers. */
  ways: readonly Way[]
  /** Its successor on the same port, ways and disk, once it has ended. */
  again(): Member
}

const utcDay = () => Math.floor(systemClock.now() / DAY_MS)

/** The simulator with its limits on. */
export async function startUpstream(rate: number) {
  const startedDay = utcDay()
  const args = ['--port', '0', '--json', '--rate', String(rate), '--key', UPSTREAM_KEY, '--key', TRUTH_KEY]
  const simulator = runNode(join(REPOSITORY, 'src/simulator/main.ts'), {}, { args })
  const said = JSON.parse(await simulator.heard(/\{.*\}/)) as Record<string, string>
  const { UPSTREAM_BASE_URL = '', UPSTREAM_SPECIAL_URL = '', UPSTREAM_SPECIAL_WS_URL = '' } = said
  return {
    env: { UPSTREAM_BASE_URL, UPSTREAM_SPECIAL_URL, UPSTREAM_SPECIAL_WS_URL, UPSTREAM_API_KEY: UPSTREAM_KEY },
    /** All that it sends from now on. */
    truth: () => collectStrikes(UPSTREAM_SPECIAL_WS_URL, TRUTH_KEY),
    /** What it counted of the key of the processes: requests, sockets, points. */
    async account(): Promise<AccountEntry> {
      const { applications } = await (await fetch(`${UPSTREAM_BASE_URL}/simulator/status`)).json()
      return applications.find(({ application }: AccountEntry) => application === applicationId(UPSTREAM_KEY))
    },
    /** Whether another UTC day has begun since the start, with a new count of points. */
    isOtherDay: () => utcDay() !== startedDay,
    async close() {
      simulator.kill('SIGKILL')
      await simulator.ended
    },
  }
}

/** NATS servers, and Brontides that share them, with an upstream by `env`. `files`: settings that name a file, with its text. */
export async function startCluster(options: { natsServers: number; env?: object; files?: Record<string, string> }) {
  const folder = mkdtempSync(join(tmpdir(), 'brontide-cluster-'))
  const root = temporaryRoot({ 'index.html': new Uint8Array() })
  const files = { RELAY_KEYS_FILE: `viewer: ${VIEWER_KEY}\n`, ...options.files }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 })
  const nats = await startNatsServers(options.natsServers)
  const processes = new Set<ServerProcess>()
  const allWays: Way[] = []

  function begin(port: number, ways: readonly Way[], dataDir: string): Member {
    const started = startServerProcess(root, {
      ...options.env,
      PORT: String(port),
      NATS_URL: ways.map((way) => `nats://127.0.0.1:${way.port}`).join(),
      TOKEN_SECRET: 'the same secret in each process',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'debug',
      ...Object.fromEntries(Object.keys(files).map((name) => [name, join(folder, name)])),
    })
    processes.add(started)
    return { ...started, port, ways, again: () => begin(port, ways, dataDir) }
  }

  return {
    nats,
    /** Another Brontide, with an empty disk. */
    async start(): Promise<Member> {
      const ways = await Promise.all(nats.map(({ port }) => openWay(port)))
      allWays.push(...ways)
      return begin(await freePort(), ways, join(folder, `data-${allWays.length}`))
    },
    ask: (url: string) => fetch(url, { headers: { authorization: `Bearer ${VIEWER_KEY}` } }),
    async close() {
      for (const each of processes) each.kill('SIGKILL')
      await Promise.all([...processes].map(({ ended }) => ended))
      for (const way of allWays) await way.close()
      for (const server of nats) await server.remove()
      for (const each of [folder, root]) rmSync(each, { recursive: true, force: true })
    },
  }
}

/** The leader by the logs: the latest process that gained the lease and has not logged its loss. */
export function leaderOf<M extends Pick<Member, 'said'>>(members: readonly M[]): M | null {
  const led = members.map((member) => {
    const changes = member.said.err.match(/^.*"role":"leader".*"lease (gained|lost)"\}$/gm)
    const { msg, time } = JSON.parse(changes?.at(-1) ?? '{}')
    return { member, sinceMs: msg === 'lease gained' ? Date.parse(time) : 0 }
  })
  const latest = led.reduce((best, each) => (each.sinceMs > best.sinceMs ? each : best))
  return latest.sinceMs > 0 ? latest.member : null
}

export type Upstream = Awaited<ReturnType<typeof startUpstream>>

export type TestCluster = Awaited<ReturnType<typeof startCluster>>

export type Collector = Awaited<ReturnType<typeof collectStrikes>>

/** A lightning socket and all strikes that came by it, each by its exact time and place. */
async function collectStrikes(url: string, key: string) {
  const socket = probeSocket(url + LIGHTNING_PATHS.socket, { headers: { authorization: `Bearer ${key}` } })
  /** How often each came, by its digits. */
  const strikes = new Map<string, number>()
  const { until, look } = createLooks()
  await socket.opened
  socket.send({ action: 'subscribe' })
  await socket.nextOf('subscribed')
  const sinceMs = systemClock.now()
  async function collect(): Promise<never> {
    for (;;) {
      const { data } = (await socket.nextOf('new_strikes')) as { data?: StrikeRecord[] }
      for (const digits of (data ?? []).map(digitsOf)) strikes.set(digits, (strikes.get(digits) ?? 0) + 1)
      look()
    }
  }
  const closed = collect()
  closed.catch(() => {})
  return {
    strikes,
    /** When it was subscribed, Unix ms: all later strikes arrive, and some earlier ones. */
    sinceMs,
    /** Resolves once `test` returns true; checked with each message. Rejects when the socket closes. */
    until: (test: () => boolean) => Promise.race([until(test), closed]),
    close: () => void socket.close(),
  }
}
