import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import type { StrikeRecord } from '../src/contract/lightning.ts'
import { COLUMNS_TYPE } from '../src/contract/strike-history.ts'
import { HOUR_MS } from '../src/core/time/durations.ts'
import { createKeyring } from '../src/server/contract/accounts/keyring.ts'
import { NO_LIMITS, relayPolicy } from '../src/server/contract/accounts/policy.ts'
import { createTokenIssuer } from '../src/server/contract/accounts/token-issuer.ts'
import { createContractServer } from '../src/server/contract/contract-server.ts'
import type { History } from '../src/server/history/history.ts'
import { createSqliteHistory } from '../src/server/history/sqlite/sqlite-history.ts'
import { createStormField } from '../src/simulator/source/storms/storms.ts'
import { createStrikeMaker } from '../src/simulator/source/storms/strikes.ts'
import { createFakeClock } from '../src/testing/fakes/fake-clock.ts'
import { FakeSource } from '../src/testing/fakes/fake-source.ts'
import { type Measured, report } from './lib/measured-table.ts'

/** `npm run bench:history`: size and time of the history, compared with their limits. */

const USAGE = `npm run bench:history -- [flags]
  --hours N    of the first measurement, instead of 24
  --json       the numbers as JSON
`

const MINUTE_S = 60
/** A period of the simulated world, repeated with later times. */
const LOOP_S = 5 * MINUTE_S
const NS = 1_000_000_000n
const movedTexts = new Map<string, string>()

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write(USAGE)
} else {
  const rows = [...(await measureDay(Number(values.hours))), ...(await measureRead()), ...(await measureIngest())]
  report(rows, values.json)
}

/** Stores a day of batches, one a second, and opens it again. */
async function measureDay(hours: number): Promise<Measured[]> {
  return inFolder(async (dir) => {
    const world = createWorld(60)
    const { history, clock } = open(dir, world.startS)
    let slowestMs = 0
    for (let second = 0; second < hours * 3_600; second++) {
      const records = world.batch(second)
      const beganMs = performance.now()
      await history.write({ kind: 'strikes', records })
      slowestMs = Math.max(slowestMs, performance.now() - beganMs)
      await clock.advance(1_000)
      if (second % MINUTE_S === 0) await history.maintain()
    }
    const { strikes } = await history.status()
    await history.close()
    const { size } = statSync(join(dir, 'bench.sqlite'))
    const beganMs = performance.now()
    const again = open(dir, world.startS + hours * 3_600).history
    const openedMs = performance.now() - beganMs
    await again.close()
    return [
      { what: `${hours} h at 60 a second: strikes`, measured: strikes, unit: '', atMost: null },
      { what: 'bytes a strike on disk', measured: size / strikes, unit: 'B', atMost: 24 },
      { what: 'the slowest batch', measured: slowestMs, unit: 'ms', atMost: null },
      { what: 'opening it again', measured: openedMs, unit: 'ms', atMost: null },
    ]
  })
}

/** Reads the last hour of a storm, as a page does and as lines. */
async function measureRead(): Promise<Measured[]> {
  return inFolder(async (dir) => {
    const world = createWorld(200)
    const { history, clock } = open(dir, world.startS)
    for (let second = 0; second < 3_900; second++) {
      await history.write({ kind: 'strikes', records: world.batch(second) })
      await clock.advance(1_000)
      if (second % MINUTE_S === 0) await history.maintain()
    }
    const tokens = createTokenIssuer({ secret: 'a secret of enough characters', clock })
    const policy = relayPolicy(createKeyring({ keys: 'any', tokens, limits: NO_LIMITS }))
    const log = pino({ level: 'silent' })
    const server = createContractServer({ source: new FakeSource(), clock, policy, log, history })
    const fromMs = Math.floor(clock.now()) - HOUR_MS

    async function read(accept: string) {
      const headers = { authorization: 'Bearer sk-bench', accept }
      const turns = monitorEventLoopDelay({ resolution: 1 })
      turns.enable()
      const before = process.cpuUsage()
      const beganMs = performance.now()
      const response = await server.app.request(`/api/strikes?from=${fromMs}`, { headers })
      if (!response.ok) throw new Error(`An hour was answered with ${response.status}.`)
      let bytes = 0
      for await (const piece of response.body!) bytes += (piece as Uint8Array).length
      const { user, system } = process.cpuUsage(before)
      turns.disable()
      return { ms: performance.now() - beganMs, cpuMs: (user + system) / 1_000, heldMs: turns.max / 1e6, bytes }
    }
    const counts = await history.strikes.counts(fromMs, clock.now())
    const strikes = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const columns = await read(COLUMNS_TYPE)
    const again = await read(COLUMNS_TYPE)
    const lines = await read('*/*')
    await server.close()
    await history.close()
    return [
      { what: 'the last 60 min at 200 a second: strikes', measured: strikes, unit: '', atMost: null },
      { what: 'read as columns', measured: columns.ms, unit: 'ms', atMost: 1_000 },
      { what: 'read as columns once more', measured: again.ms, unit: 'ms', atMost: 1_000 },
      { what: 'bytes a strike on the wire', measured: columns.bytes / strikes, unit: 'B', atMost: 50 },
      { what: 'read as lines', measured: lines.ms, unit: 'ms', atMost: null },
      { what: 'read as lines: of the processor', measured: lines.cpuMs, unit: 'ms', atMost: null },
      {
        what: 'read as lines: the longest without a turn for others',
        measured: lines.heldMs,
        unit: 'ms',
        atMost: null,
      },
    ]
  })
}

/** Stores an outbreak, including maintenance. */
async function measureIngest(): Promise<Measured[]> {
  return inFolder(async (dir) => {
    const world = createWorld(2_000)
    const { history, clock } = open(dir, world.startS)
    const seconds = LOOP_S
    let cpuUs = 0
    let strikes = 0
    for (let second = 0; second < seconds; second++) {
      const records = world.batch(second)
      strikes += records.length
      const before = process.cpuUsage()
      await history.write({ kind: 'strikes', records })
      await clock.advance(1_000)
      if (second % 5 === 0) await history.maintain()
      const { user, system } = process.cpuUsage(before)
      cpuUs += user + system
    }
    await history.close()
    const share = cpuUs / 1e6 / seconds
    return [
      { what: 'ingest: records a second', measured: strikes / seconds, unit: '', atMost: null },
      { what: 'of a core', measured: share * 100, unit: '%', atMost: 5 },
      { what: 'a record', measured: cpuUs / strikes, unit: 'us', atMost: null },
    ]
  })
}

function open(dir: string, startS: number): { history: History; clock: ReturnType<typeof createFakeClock> } {
  const clock = createFakeClock(startS * 1_000)
  const history = createSqliteHistory({ dir, name: 'bench.sqlite', hours: 72, clock, log: pino({ level: 'warn' }) })
  return { history, clock }
}

/** Records of the simulated world at about this rate; each second is available once. */
function createWorld(recordsPerSecond: number) {
  const startS = Date.UTC(2026, 6, 1, 8) / 1_000
  const scenario = 'summer_afternoon'
  const storms = createStormField({ seed: 1, scenario, startedAtMs: startS * 1_000, recordsPerSecond })
  const maker = createStrikeMaker({ seed: 1, storms, polarity: 'documented_like', stalls: false })
  const loop: StrikeRecord[][] = []

  return {
    startS,
    batch(second: number): StrikeRecord[] {
      const at = second % LOOP_S
      loop[at] ??= maker.batch(startS + at)
      const laterS = second - at
      if (laterS === 0) return loop[at]
      return loop[at].map((record) => ({
        ...record,
        time: BigInt(record.time) + BigInt(laterS) * NS,
        obser_datetime: later(record.obser_datetime, laterS),
        arrived_at: later(record.arrived_at, laterS),
      }))
    },
  }
}

/** The same instant this many seconds later, with equal decimals. */
function later(text: string | null | undefined, seconds: number): string | null {
  if (!text) return null
  const whole = `${text.slice(0, 19)}+${seconds}`
  let moved = movedTexts.get(whole)
  if (!moved) {
    if (movedTexts.size > 10_000) movedTexts.clear()
    moved = new Date(Date.parse(`${text.slice(0, 19)}Z`) + seconds * 1_000).toISOString().slice(0, 19)
    movedTexts.set(whole, moved)
  }
  return moved + text.slice(19)
}

async function inFolder<T>(body: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'brontide-bench-'))
  try {
    return await body(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
