import { LIGHTNING_PATHS } from '../../src/contract/lightning.ts'
import { startNatsServers } from '../../src/testing/cluster/nats-server.ts'
import { type Helper, nowMicros, pass, percentile, startHelper } from '../lib/machine.ts'
import type { SentBatch } from './batches.ts'

/** Limits for the viewers of a killed process, and for those of the process that they reconnect to. */
const GOALS = { wholeWithinMs: 10_000, othersP99Ms: 500 }
/** Share of viewers that are already connected to the other process. */
const OTHERS_SHARE = 0.1
/** Maximum viewers per generator process. */
const VIEWERS_OF_ONE = 5_000
/** Files that a process holds open beside its viewers. */
const OTHER_FILES = 200
const KEY = 'Authorization: Bearer sk-bench-viewer'
const JOIN_MINUTES = 1
const WARM_UP_MS = 3_000
const AFTERWARDS_MS = 3_000

interface Returned {
  /** From the moment in which its process was killed until each was whole again, ms. */
  wholeAfterMs: number[]
  /** Attempts that were refused, or broke. */
  refused: number
  /** Bytes of a response of the last minutes, as sent; 0 without such requests. */
  answerBytes: number
}

export interface ReconnectNumbers {
  viewers: number
  others: number
  back: number
  refused: number
  wholeP50Ms: number
  wholeP99Ms: number
  wholeLastMs: number
  answerBytes: number
  /**
   * Of the process that accepts the reconnects, until the last viewer is complete, including the batches meanwhile:
   * other load on the machine changes it little.
   */
  serverCpuMsPerReturn: number
  othersBeforeP99Ms: number
  othersMeanwhileP99Ms: number
  othersDeliveredPercent: number
  /**
   * Batches that a returned viewer lacks, and batches received twice: since before the kill, or with REST since all
   * have returned.
   */
  returnedLost: number
  returnedTwice: number
  goals: Record<string, boolean>
}

interface Reconnect {
  viewers: number
  rate: number
  /** Returning viewers have no log position, and request the last minute by REST. */
  rest: boolean
  say(line: string): void
}

const othersOf = (viewers: number) => Math.max(1, Math.round(viewers * OTHERS_SHARE))

/**
 * Open file limit of the process that accepts the reconnects: with REST each viewer has a second connection briefly.
 */
export function filesToReconnect({ viewers, rest }: { viewers: number; rest: boolean }): number {
  return viewers * (rest ? 2 : 1) + othersOf(viewers) + OTHER_FILES
}

/**
 * Kills the process of this many viewers, who reconnect to another one within a second, as pages do, and backfill
 * missed batches: from the log shared by both processes (on a separate NATS server), or by REST. Other viewers stay
 * connected.
 */
export async function measureReconnect(of: Reconnect): Promise<ReconnectNumbers> {
  const [nats] = of.rest ? [] : await startNatsServers(1)
  const shared = (part: string) => (nats ? [nats.url, part] : [])
  const start = (part: string) => startHelper('fanout/server.ts', ['product', String(of.rate), ...shared(part)])
  const killed = start('reads')
  const kept = start('writes')
  const parts = Math.ceil(of.viewers / VIEWERS_OF_ONE)
  const leaving = Array.from({ length: parts }, () => startHelper('fanout/viewers.ts'))
  const staying = startHelper('fanout/viewers.ts')
  try {
    return await reconnect(of, { killed, kept, leaving, staying })
  } finally {
    for (const helper of [...leaving, staying, killed, kept]) helper.stop()
    await nats?.remove()
  }
}

async function reconnect(
  { viewers, rate, rest, say }: Reconnect,
  { killed, kept, leaving, staying }: { killed: Helper; kept: Helper; leaving: Helper[]; staying: Helper },
): Promise<ReconnectNumbers> {
  const others = othersOf(viewers)
  const [from, to] = await Promise.all([openingOf(killed), openingOf(kept)])
  say(
    `${viewers} viewers on one process, ${others} on another, ${rate} strikes/s; missed batches from ${rest ? 'REST' : '“after”'} …`,
  )
  const open = leaving.map((helper, i) => {
    const count = Math.floor(viewers / leaving.length) + (i < viewers % leaving.length ? 1 : 0)
    return helper.ask({ what: 'open', count, ...from })
  })
  await Promise.all([...open, staying.ask({ what: 'open', count: others, ...to })])
  await Promise.all([killed.ask({ what: 'start' }), kept.ask({ what: 'start' })])
  await pass(WARM_UP_MS)

  const before = await stretch(kept, [staying], () => pass(WARM_UP_MS))
  say('  the first is killed …')
  const returned: Returned = { wholeAfterMs: [], refused: 0, answerBytes: 0 }
  let cpuMs = 0
  const comeBack = () =>
    stretch(kept, [staying], async () => {
      const began = await cpuMsOf(kept)
      const killedMicros = nowMicros()
      killed.kill()
      const join = rest ? `${LIGHTNING_PATHS.strikes}?minutes=${JOIN_MINUTES}` : null
      const all = leaving.map((helper) => helper.ask<Returned>({ what: 'come-back', ...to, killedMicros, join }))
      for (const part of await Promise.all(all)) {
        returned.wholeAfterMs.push(...part.wholeAfterMs)
        returned.refused += part.refused
        returned.answerBytes = part.answerBytes
      }
      cpuMs = (await cpuMsOf(kept)) - began
    })
  const listen = () => pass(AFTERWARDS_MS)
  if (rest) {
    const meanwhile = await comeBack()
    const afterwards = await stretch(kept, leaving, listen)
    return judged({ viewers, others, cpuMs }, returned, { before, meanwhile, afterwards })
  }
  let meanwhile = before
  // Batches sent before the kill and during the outage are included.
  const afterwards = await stretch(kept, leaving, async () => {
    meanwhile = await comeBack()
    await listen()
  })
  return judged({ viewers, others, cpuMs }, returned, { before, meanwhile, afterwards })
}

const cpuMsOf = async (server: Helper) => (await server.ask<{ cpuMs: number }>({ what: 'usage' })).cpuMs

async function openingOf(server: Helper) {
  const { port } = await server.ask<{ port: number }>({ what: 'address' })
  const speaks = { path: LIGHTNING_PATHS.socket, headers: [KEY], greeting: '{"action":"subscribe"}' }
  return { port, ...speaks, binary: false, compressed: true }
}

interface Stretch {
  delaysMs: number[]
  deliveredPercent: number
  lost: number
  twice: number
}

/** The batches sent during an action, as received by viewers. */
async function stretch(
  server: Helper,
  generators: readonly Helper[],
  during: () => Promise<unknown>,
): Promise<Stretch> {
  // In this order: batches sent in between are not requested.
  await Promise.all(generators.map((generator) => generator.ask({ what: 'clear' })))
  const known = (await server.ask<SentBatch[]>({ what: 'sent' })).length
  await during()
  const batches = (await server.ask<SentBatch[]>({ what: 'sent' })).slice(known)
  await pass(WARM_UP_MS)
  const byKey = new Map<string, number[]>()
  let viewers = 0
  for (const generator of generators) {
    const part = await generator.ask<{ all: { key: string; micros: number[] }[]; viewers: number }>({
      what: 'arrivals',
    })
    viewers += part.viewers
    for (const { key, micros } of part.all) byKey.set(key, [...(byKey.get(key) ?? []), ...micros])
  }
  const came = batches.map(({ key }) => byKey.get(key)?.length ?? 0)
  const delaysMs = batches
    .flatMap(({ key, sentMicros }) => (byKey.get(key) ?? []).map((micros) => (micros - sentMicros) / 1_000))
    .sort((a, b) => a - b)
  return {
    delaysMs,
    deliveredPercent: (delaysMs.length / (batches.length * viewers)) * 100,
    lost: came.reduce((sum, count) => sum + Math.max(0, viewers - count), 0),
    twice: came.reduce((sum, count) => sum + Math.max(0, count - viewers), 0),
  }
}

function judged(
  { cpuMs, ...count }: { viewers: number; others: number; cpuMs: number },
  { wholeAfterMs, refused, answerBytes }: Returned,
  { before, meanwhile, afterwards }: { before: Stretch; meanwhile: Stretch; afterwards: Stretch },
): ReconnectNumbers {
  const sorted = wholeAfterMs.toSorted((a, b) => a - b)
  const numbers = {
    ...count,
    back: sorted.length,
    refused,
    wholeP50Ms: percentile(sorted, 0.5),
    wholeP99Ms: percentile(sorted, 0.99),
    wholeLastMs: sorted.at(-1) ?? Number.NaN,
    answerBytes,
    serverCpuMsPerReturn: cpuMs / count.viewers,
    othersBeforeP99Ms: percentile(before.delaysMs, 0.99),
    othersMeanwhileP99Ms: percentile(meanwhile.delaysMs, 0.99),
    othersDeliveredPercent: meanwhile.deliveredPercent,
    returnedLost: afterwards.lost,
    returnedTwice: afterwards.twice,
  }
  const goals = {
    [`all back and whole within ${GOALS.wholeWithinMs / 1_000} s`]:
      numbers.back === count.viewers && numbers.wholeLastMs <= GOALS.wholeWithinMs,
    'nothing lost and nothing twice for those who came back': afterwards.lost === 0 && afterwards.twice === 0,
    'everything delivered to the others meanwhile': numbers.othersDeliveredPercent === 100,
    [`p99 of the others under ${GOALS.othersP99Ms} ms meanwhile`]: numbers.othersMeanwhileP99Ms < GOALS.othersP99Ms,
  }
  return { ...numbers, goals }
}
