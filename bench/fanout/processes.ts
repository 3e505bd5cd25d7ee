import { LIGHTNING_PATHS } from '../../src/contract/lightning.ts'
import { startNatsServers } from '../../src/testing/cluster/nats-server.ts'
import { type Helper, pass, percentile, startHelper } from '../lib/machine.ts'
import type { SentBatch } from './batches.ts'

/** Permitted excess of several processes over one, the variation between measurements; and over the least Node program. */
const GOALS = { p99Ms: 25, cpuShare: 1.1, cpuOfLeast: 1.1 }
/** By then V8 has compiled the code of a batch, and collected what the opening of the sockets left. */
const WARM_UP_MS = 25_000
const ARRIVE_MS = 3_000
/** By then the last batch is processed, and no gap is reported yet. */
const WORKED_OFF_MS = 900
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
 * writes its batches, and all read them. For comparison, the minimum that Node programs need for as many viewers.
 */
export async function measureProcesses(of: Measured & { processes: number }): Promise<ProcessesNumbers> {
  const { processes, viewers, say } = of
  say(`${viewers} viewers on one process …`)
  const bareOne = await measureGroup(of, alone('bare', 1))
  const one = await measureGroup(of, alone('product', 1))
  say(`${processes * viewers} viewers on ${processes} processes …`)
  const bareSeveral = await measureGroup(of, alone('bare', processes))
  const [nats] = await startNatsServers(1)
  const sharing = Array.from({ length: processes }, (_, i) => ['product', nats!.url, i === 0 ? 'writes' : 'reads'])
  const several = await measureGroup(of, sharing).finally(() => nats!.remove())
  const oneBeyondMs = one.p99Ms - bareOne.p99Ms
  const severalBeyondMs = several.p99Ms - bareSeveral.p99Ms
  const oneOfLeast = one.cpuMicrosPerViewerSecond / bareOne.cpuMicrosPerViewerSecond
  const severalOfLeast = several.cpuMicrosPerViewerSecond / bareSeveral.cpuMicrosPerViewerSecond
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

/** Each process has its own generator. `kinds`: the arguments of each process. */
async function measureGroup({ viewers, seconds, rate }: Measured, kinds: readonly string[][]): Promise<Group> {
  const servers = kinds.map(([kind = '', ...more]) => startHelper('fanout/server.ts', [kind, String(rate), ...more]))
  const generators = kinds.map(() => startHelper('fanout/viewers.ts'))
  try {
    for (const [i, server] of servers.entries()) {
      const { port } = await server.ask<{ port: number }>({ what: 'address' })
      const speaks = { path: LIGHTNING_PATHS.socket, headers: [KEY], greeting: '{"action":"subscribe"}' }
      await generators[i]!.ask({ what: 'open', count: viewers, port, ...speaks, binary: false, compressed: true })
    }
    await toAll(servers, 'start')
    // Measured without a pause, after which the product would send its heartbeat.
    await pass(WARM_UP_MS + WORKED_OFF_MS)
    await toAll(generators, 'clear')
    const known = await Promise.all(servers.map(sentBy))
    const before = await cpuMsOf(servers)
    await pass(seconds * 1_000)
    const cpuMs = (await cpuMsOf(servers)) - before
    await toAll(servers, 'stop')
    await pass(ARRIVE_MS)
    const sent = (await Promise.all(servers.map(sentBy))).map((all, i) => all.slice(known[i]!.length))
    const delaysMs: number[] = []
    let due = 0
    for (const [i, generator] of generators.entries()) {
      // Where they share a log one alone has sent.
      const batches = sent[i]!.length > 0 ? sent[i]! : sent[0]!
      due += batches.length * viewers
      for (const delayMs of await delaysOf(generator, batches)) delaysMs.push(delayMs)
    }
    delaysMs.sort((a, b) => a - b)
    return {
      processes: kinds.length,
      viewers: viewers * kinds.length,
      deliveredPercent: (delaysMs.length / due) * 100,
      p50Ms: percentile(delaysMs, 0.5),
      p99Ms: percentile(delaysMs, 0.99),
      cpuMicrosPerViewerSecond: (cpuMs * 1_000) / due,
    }
  } finally {
    for (const helper of [...generators, ...servers]) helper.stop()
  }
}

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
