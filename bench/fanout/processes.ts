import { LIGHTNING_PATHS } from '../../src/contract/lightning.ts'
import { startNatsServers } from '../../src/testing/cluster/nats-server.ts'
import { type Helper, pass, percentile, startHelper } from '../lib/machine.ts'
import type { SentBatch } from './batches.ts'

/** Permitted excess of several processes over one, the variation between measurements; and over the least Node program. */
const GOALS = { p99Ms: 25, cpuShare: 1.1, cpuOfLeast: 1.1 }
/** By then V8 has compiled the code of a batch, and collected what the opening of the sockets left. */
const WARM_UP_MS = 25_000
/** Before each turn: caches are those of the group again. */
const BEGIN_MS = 2_000
const ARRIVE_MS = 3_000
/** By then the last batch is processed, and no gap is reported yet. */
const WORKED_OFF_MS = 900
/** The speed of a machine changes by the minute: both take turns, and the median of the turns counts. */
const TURNS = 9
const KEY = 'Authorization: Bearer sk-bench-viewer'

interface Group {
  processes: number
  viewers: number
  deliveredPercent: number
  p50Ms: number
  p99Ms: number
  /** Of all processes together. */
  cpuMicrosPerViewerSecond: number
}

export interface ProcessesNumbers {
  bareOne: Group
  one: Group
  bareSeveral: Group
  several: Group
  /** Beyond the least that a Node program can do with as many viewers, processes and generators. */
  oneBeyondMs: number
  severalBeyondMs: number
  /** CPU a viewer as a multiple of that program's. */
  oneOfLeast: number
  severalOfLeast: number
  goals: Record<string, boolean>
}

interface Measured {
  viewers: number
  seconds: number
  rate: number
  say(line: string): void
}

/**
 * This many viewers on one process, and then as many on each of several that share a log on NATS, as in a cluster: one
 * writes its batches, and all read them. For comparison, in turn with them, the minimum that Node programs need for as
 * many viewers.
 */
export async function measureProcesses(of: Measured & { processes: number }): Promise<ProcessesNumbers> {
  const { processes, viewers, say } = of
  say(`${viewers} viewers on one process …`)
  const [bareOne, one, oneOfLeast] = await measureInTurn(of, alone('bare', 1), alone('product', 1))
  say(`${processes * viewers} viewers on ${processes} processes …`)
  const [nats] = await startNatsServers(1)
  const sharing = Array.from({ length: processes }, (_, i) => ['product', nats!.url, i === 0 ? 'writes' : 'reads'])
  const inTurn = measureInTurn(of, alone('bare', processes), sharing)
  const [bareSeveral, several, severalOfLeast] = await inTurn.finally(() => nats!.remove())
  const oneBeyondMs = one.p99Ms - bareOne.p99Ms
  const severalBeyondMs = several.p99Ms - bareSeveral.p99Ms
  return {
    bareOne,
    one,
    bareSeveral,
    several,
    oneBeyondMs,
    severalBeyondMs,
    oneOfLeast,
    severalOfLeast,
    goals: {
      'all delivered': one.deliveredPercent === 100 && several.deliveredPercent === 100,
      [`p99 beyond the generators’ own delay as on one, within ${GOALS.p99Ms} ms`]:
        severalBeyondMs <= Math.max(0, oneBeyondMs) + GOALS.p99Ms,
      'CPU a viewer not higher than on one, within a tenth':
        several.cpuMicrosPerViewerSecond <= one.cpuMicrosPerViewerSecond * GOALS.cpuShare,
      [`at most ${GOALS.cpuOfLeast} times the CPU of the least Node program, on one and on several`]:
        Math.max(oneOfLeast, severalOfLeast) <= GOALS.cpuOfLeast,
    },
  }
}

const alone = (kind: string, count: number) => Array.from({ length: count }, () => [kind])

/** Both groups, and the median over the turns of the second one's CPU as a multiple of the first one's. `kinds`: the arguments of each process. */
async function measureInTurn(
  of: Measured,
  bareKinds: readonly string[][],
  kinds: readonly string[][],
): Promise<[bare: Group, product: Group, ofLeast: number]> {
  const bare = startGroup(of, bareKinds)
  const product = startGroup(of, kinds)
  try {
    for (const group of [bare, product]) await group.open()
    const turns: [bare: Turn, product: Turn][] = []
    for (let turn = 0; turn < TURNS; turn++) {
      const beginMs = turn === 0 ? WARM_UP_MS : BEGIN_MS
      const first = await bare.takeTurn(beginMs)
      const second = await product.takeTurn(beginMs)
      turns.push([first, second])
      of.say(
        `  turn ${turn + 1}: ${first.cpuMicros.toFixed(1)} and ${second.cpuMicros.toFixed(1)} µs a viewer and second`,
      )
    }
    const ratios = turns.map(([first, second]) => second.cpuMicros / first.cpuMicros)
    return [bare.over(turns.map(([first]) => first)), product.over(turns.map(([, second]) => second)), median(ratios)]
  } finally {
    bare.stop()
    product.stop()
  }
}

interface Turn {
  cpuMicros: number
  due: number
  delaysMs: number[]
}

/** Server processes, each with a generator of its own. Outside its turns a group is suspended: it would send heartbeats. */
function startGroup({ viewers, seconds, rate }: Measured, kinds: readonly string[][]) {
  const servers = kinds.map(([kind = '', ...more]) => startHelper('fanout/server.ts', [kind, String(rate), ...more]))
  const generators = kinds.map(() => startHelper('fanout/viewers.ts'))
  const suspend = () => servers.forEach((server) => void server.kill('SIGSTOP'))
  const resume = () => servers.forEach((server) => void server.kill('SIGCONT'))
  return {
    async open(): Promise<void> {
      for (const [i, server] of servers.entries()) {
        const { port } = await server.ask<{ port: number }>({ what: 'address' })
        const speaks = { path: LIGHTNING_PATHS.socket, headers: [KEY], greeting: '{"action":"subscribe"}' }
        await generators[i]!.ask({ what: 'open', count: viewers, port, ...speaks, binary: false, compressed: true })
      }
      suspend()
    },
    async takeTurn(beginMs: number): Promise<Turn> {
      resume()
      await toAll(servers, 'start')
      // Measured without a pause, after which the product would send its heartbeat.
      await pass(beginMs + WORKED_OFF_MS)
      await toAll(generators, 'clear')
      const known = await Promise.all(servers.map(sentBy))
      const before = await cpuMsOf(servers)
      await pass(seconds * 1_000)
      const cpuMs = (await cpuMsOf(servers)) - before
      await toAll(servers, 'stop')
      await pass(ARRIVE_MS)
      const sent = (await Promise.all(servers.map(sentBy))).map((all, i) => all.slice(known[i]!.length))
      suspend()
      // Where they share a log one alone has sent.
      const batches = sent.map((own) => (own.length > 0 ? own : sent[0]!))
      const due = batches.reduce((sum, { length }) => sum + length * viewers, 0)
      const delaysMs = await Promise.all(generators.map((generator, i) => delaysOf(generator, batches[i]!)))
      return { cpuMicros: (cpuMs * 1_000) / due, due, delaysMs: delaysMs.flat() }
    },
    over(turns: readonly Turn[]): Group {
      const delaysMs = turns.flatMap((turn) => turn.delaysMs).sort((a, b) => a - b)
      return {
        processes: kinds.length,
        viewers: viewers * kinds.length,
        deliveredPercent: (delaysMs.length / turns.reduce((sum, { due }) => sum + due, 0)) * 100,
        p50Ms: percentile(delaysMs, 0.5),
        p99Ms: percentile(delaysMs, 0.99),
        cpuMicrosPerViewerSecond: median(turns.map(({ cpuMicros }) => cpuMicros)),
      }
    },
    stop(): void {
      resume()
      for (const helper of [...generators, ...servers]) helper.stop()
    },
  }
}

const median = (values: readonly number[]) =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  )
const toAll = (helpers: readonly Helper[], what: string) => Promise.all(helpers.map((helper) => helper.ask({ what })))
const sentBy = (server: Helper) => server.ask<SentBatch[]>({ what: 'sent' })

async function cpuMsOf(servers: readonly Helper[]): Promise<number> {
  const used = await Promise.all(servers.map((server) => server.ask<{ cpuMs: number }>({ what: 'usage' })))
  return used.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
}

async function delaysOf(generator: Helper, batches: readonly SentBatch[]): Promise<number[]> {
  const { all } = await generator.ask<{ all: { key: string; micros: number[] }[] }>({ what: 'arrivals' })
  const byKey = new Map(all.map(({ key, micros }) => [key, micros]))
  return batches.flatMap(({ key, sentMicros }) => (byKey.get(key) ?? []).map((micros) => (micros - sentMicros) / 1_000))
}

export function groupLine({ processes, viewers, deliveredPercent, p50Ms, p99Ms, ...group }: Group): string {
  const [p50, p99, cpu] = [p50Ms, p99Ms, group.cpuMicrosPerViewerSecond].map((value) => value.toFixed(1))
  const on = processes === 1 ? 'one process' : `${processes} processes`
  return `${viewers} viewers on ${on}: ${deliveredPercent.toFixed(2)} % delivered, p50 ${p50} ms, p99 ${p99} ms, CPU ${cpu} µs a viewer and second`
}
