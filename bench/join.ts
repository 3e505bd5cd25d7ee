import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createStrikeHistory, type HistoryPart } from '../src/client/history/strike-history.ts'
import { createServerClock } from '../src/client/session/server-clock.ts'
import { createPageTokens } from '../src/client/session/token-source.ts'
import { API_PATHS } from '../src/contract/api-paths.ts'
import { systemClock as clock } from '../src/core/time/clock.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../src/core/time/durations.ts'
import { createNodeEnvironment } from '../src/server/node-environment.ts'
import { NATS_SERVER, startNatsServers } from '../src/testing/cluster/nats-server.ts'
import { tellPast } from '../src/testing/cluster/told-past.ts'
import { type ServerProcess, startServerProcess, temporaryRoot } from '../src/testing/server-process.ts'
import { processUsage } from './lib/machine.ts'
import { type Measured, report } from './lib/measured-table.ts'

/**
 * `npm run bench:join`: a process with an empty disk joins another that shares its log on a NATS server, and receives
 * requests for the last hour as soon as it listens, which is when it has read the log to its end.
 */

const USAGE = `npm run bench:join -- [flags]
  --rate 60       strikes a second of the hour
  --minutes 80    period of strikes: the hour, the part of its end in the log, and the time before
  --starts 3      processes with an empty disk, per kind of request
  --json          the numbers as JSON
It needs nats-server.
`

const ANSWERED_AT_MOST_S = 1
const PIECE_MS = 10 * MINUTE_MS
const VIEWER_KEY = 'sk-of-a-viewer'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '80' },
    starts: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
// Child processes end with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
if (values.help) process.stdout.write(USAGE)
else if (NATS_SERVER === null) throw new Error('nats-server is not installed.')
else await run()

/**
 * Requests the hour: resolves when complete. The returned function then parses the times of its strikes, nanoseconds,
 * with the precision of a page.
 */
type Way = (url: string, fromMs: number) => Promise<() => Promise<number[]>>

async function run(): Promise<void> {
  const [nats] = await startNatsServers(1)
  const folder = mkdtempSync(join(tmpdir(), 'brontide-join-'))
  const root = temporaryRoot()
  const keys = join(folder, 'keys')
  writeFileSync(keys, `viewer: ${VIEWER_KEY}\n`, { mode: 0o600 })
  const told = await tellPast({
    url: nats!.url,
    minutes: Number(values.minutes),
    perSecond: Number(values.rate),
    messageMs: SECOND_MS,
  })
  const begin = (name: string) =>
    startServerProcess(root, {
      NATS_URL: nats!.url,
      TOKEN_SECRET: 'shared by all processes of the bench',
      DATA_DIR: join(folder, name),
      RELAY_KEYS_FILE: keys,
    })

  const leader = begin('leader')
  await leader.ready

  const rows: Measured[] = []
  let starts = 0
  for (const [name, way] of Object.entries({ 'as a page does': asPage, 'as lines': asLines })) {
    const measured: Answered[] = []
    for (let i = 0; i < Number(values.starts); i++) {
      measured.push(await measure(begin(`empty-${starts++}`), way, told.times))
    }
    const most = (of: (each: Answered) => number) => Math.max(...measured.map(of))
    const row = (what: string, ms: number, atMost: number | null = null) => ({
      what: `${name}: ${what}`,
      measured: ms / SECOND_MS,
      unit: 's',
      atMost,
    })
    rows.push(
      row(
        'from its start until it listens, at most',
        most(({ readyMs }) => readyMs),
      ),
      row(
        'of the processor for that, at most',
        most(({ readyCpuMs }) => readyCpuMs),
      ),
      row(
        'from there until the hour is whole, at most',
        most(({ hourMs }) => hourMs),
        ANSWERED_AT_MOST_S,
      ),
      row(
        'of the processor for that, at most',
        most(({ hourCpuMs }) => hourCpuMs),
      ),
      row(
        'until who asked has read it, too, at most',
        most(({ readMs }) => readMs),
      ),
      { what: `${name}: strikes of the hour`, measured: measured[0]!.strikes, unit: '', atMost: null },
      {
        what: `${name}: strikes of it that are lacking`,
        measured: most(({ lacking }) => lacking),
        unit: '',
        atMost: 0,
      },
    )
  }
  leader.kill('SIGKILL')
  await leader.ended
  await nats!.remove()
  for (const each of [folder, root]) rmSync(each, { recursive: true, force: true })
  report(rows, values.json)
}

interface Answered {
  readyMs: number
  readyCpuMs: number
  hourMs: number
  hourCpuMs: number
  readMs: number
  strikes: number
  lacking: number
}

async function measure(member: ServerProcess, way: Way, told: ReadonlySet<string>): Promise<Answered> {
  const startedMs = clock.monotonicMs()
  const url = await member.ready
  const readyMs = clock.monotonicMs() - startedMs
  const readyCpuMs = processUsage(member.pid).cpuMs
  const fromMs = clock.now() - HOUR_MS
  const askedMs = clock.monotonicMs()
  const timesOf = await way(url, fromMs)
  const hourMs = clock.monotonicMs() - askedMs
  const hourCpuMs = processUsage(member.pid).cpuMs - readyCpuMs
  const times = new Set((await timesOf()).map(tick))
  const readMs = clock.monotonicMs() - askedMs
  member.kill('SIGKILL')
  await member.ended
  const due = [...told].map(Number).filter((ns) => ns / 1e6 >= fromMs)
  const lacking = due.filter((ns) => !times.has(tick(ns))).length
  return { readyMs, readyCpuMs, hourMs, hourCpuMs, readMs, strikes: times.size, lacking }
}

/** Pages have a precision of some hundreds of nanoseconds; no two strikes are within a tenth of a millisecond. */
function tick(ns: number): number {
  return Math.round(ns / 1e5)
}

/** Ten minutes at a time, newest first; final ones have a cacheable URL. */
async function asPage(url: string, fromMs: number): Promise<() => Promise<number[]>> {
  const to = { environment: { ...createNodeEnvironment(), clock: createServerClock(clock) }, baseUrl: url }
  const tokens = createPageTokens({ ...to, onServerDate: () => {} })
  const history = createStrikeHistory({
    ...to,
    credential: async () => (await tokens.get('lightning')).value,
    dropCredential: (refused) => tokens.drop('lightning', refused),
  })
  const { signal } = new AbortController()
  const parts: HistoryPart[] = []
  const nowMs = clock.now()
  for (let from = Math.floor(nowMs / PIECE_MS) * PIECE_MS; from > fromMs - PIECE_MS; from -= PIECE_MS) {
    parts.push(await history.read({ fromMs: from, toMs: Math.min(from + PIECE_MS, nowMs) }, signal))
  }
  return async () => {
    const times: number[] = []
    for (const part of parts) {
      for await (const records of part.pieces()) for (const { time } of records) times.push(Number(time))
    }
    return times
  }
}

/** One NDJSON response, as read by programs. */
async function asLines(url: string, fromMs: number): Promise<() => Promise<number[]>> {
  const headers = { authorization: `Bearer ${VIEWER_KEY}` }
  const answer = await fetch(`${url}${API_PATHS.strikes}?from=${fromMs}`, { headers })
  const text = await answer.text()
  return async () => [...text.matchAll(/"time":(\d+)/g)].map(([, time]) => Number(time))
}
