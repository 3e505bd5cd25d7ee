import { LIGHTNING_PATHS } from '../../src/contract/lightning.ts'
import type { SentBatch } from './fanout-batches.ts'
import { type Helper, pass, percentile, startHelper } from './machine.ts'

/** What the product has set itself for the viewers of a process that was killed, and for those of the one they come to. */
const GOALS = { wholeWithinMs: 10_000, othersP99Ms: 500 }
/** Of them that are there already, where the others come to. */
const OTHERS_SHARE = 0.1
const KEY = 'Authorization: Bearer sk-bench-viewer'
const JOIN_MINUTES = 1
const WARM_UP_MS = 3_000
const AFTERWARDS_MS = 3_000

interface Returned {
  /** From the moment in which its process was killed until each was whole again, ms. */
  wholeAfterMs: number[]
  /** Attempts that were refused, or broke. */
  refused: number
  /** Bytes of an answer of the last minutes, as it is sent. */
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
  /** Of the process that they come to, with the batches meanwhile: what the machine does beside it changes little of that. */
  serverCpuMsPerReturn: number
  othersBeforeP99Ms: number
  othersMeanwhileP99Ms: number
  othersDeliveredPercent: number
  afterwardsDeliveredPercent: number
  goals: Record<string, boolean>
}

/**
 * Kills the process of so many viewers, who come back to another one as pages do: a socket within a second, then the
 * minutes before by REST. Others are there all the time.
 */
export async function measureReconnect(of: {
  viewers: number
  rate: number
  say(line: string): void
}): Promise<ReconnectNumbers> {
  const { viewers, rate, say } = of
  const others = Math.max(1, Math.round(viewers * OTHERS_SHARE))
  const [killed, kept] = [startServer(rate), startServer(rate)]
  const [leaving, staying] = [startHelper('fanout-viewers.ts'), startHelper('fanout-viewers.ts')]
  try {
    const [from, to] = await Promise.all([openingOf(killed), openingOf(kept)])
    say(`${viewers} viewers on one process, ${others} on another …`)
    await Promise.all([
      leaving.ask({ what: 'open', count: viewers, ...from }),
      staying.ask({ what: 'open', count: others, ...to }),
    ])
    await Promise.all([killed.ask({ what: 'start' }), kept.ask({ what: 'start' })])
    await pass(WARM_UP_MS)

    const before = await stretch(kept, staying, () => pass(WARM_UP_MS))
    say('  the first is killed …')
    let returned: Returned | null = null
    const cpuBefore = await cpuMsOf(kept)
    const meanwhile = await stretch(kept, staying, async () => {
      const killedMicros = await leaving.ask<{ micros: number }>({ what: 'now' })
      killed.kill()
      returned = await leaving.ask<Returned>({
        ...{ what: 'come-back', ...to, killedMicros: killedMicros.micros },
        join: `${LIGHTNING_PATHS.strikes}?minutes=${JOIN_MINUTES}`,
      })
    })
    const cpuMs = (await cpuMsOf(kept)) - cpuBefore
    const afterwards = await stretch(kept, leaving, () => pass(AFTERWARDS_MS))
    return judged({ viewers, others, cpuMs }, returned!, before, meanwhile, afterwards)
  } finally {
    for (const helper of [leaving, staying, killed, kept]) helper.stop()
  }
}

const startServer = (rate: number) => startHelper('fanout-server.ts', ['product', String(rate)])

const cpuMsOf = async (server: Helper) => (await server.ask<{ cpuMs: number }>({ what: 'usage' })).cpuMs

async function openingOf(server: Helper) {
  const { port } = await server.ask<{ port: number }>({ what: 'address' })
  const speaks = { path: LIGHTNING_PATHS.socket, headers: [KEY], greeting: '{"action":"subscribe"}' }
  return { port, ...speaks, binary: false, compressed: true }
}

interface Stretch {
  delaysMs: number[]
  deliveredPercent: number
}

/** What came to viewers of the batches that were sent during something, but for the last one, which may be on its way. */
async function stretch(server: Helper, generator: Helper, during: () => Promise<unknown>): Promise<Stretch> {
  const known = (await server.ask<SentBatch[]>({ what: 'sent' })).length
  await generator.ask({ what: 'clear' })
  await during()
  const batches = (await server.ask<SentBatch[]>({ what: 'sent' })).slice(known)
  await pass(WARM_UP_MS)
  const { all, viewers } = await generator.ask<{ all: { key: string; micros: number[] }[]; viewers: number }>({
    what: 'arrivals',
  })
  const byKey = new Map(all.map((each) => [each.key, each.micros]))
  const delaysMs = batches
    .flatMap(({ key, sentMicros }) => (byKey.get(key) ?? []).map((micros) => (micros - sentMicros) / 1_000))
    .sort((a, b) => a - b)
  return { delaysMs, deliveredPercent: (delaysMs.length / (batches.length * viewers)) * 100 }
}

function judged(
  { cpuMs, ...count }: { viewers: number; others: number; cpuMs: number },
  { wholeAfterMs, refused, answerBytes }: Returned,
  before: Stretch,
  meanwhile: Stretch,
  afterwards: Stretch,
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
    afterwardsDeliveredPercent: afterwards.deliveredPercent,
  }
  const goals = {
    [`all back and whole within ${GOALS.wholeWithinMs / 1_000} s`]:
      numbers.back === count.viewers && numbers.wholeLastMs <= GOALS.wholeWithinMs,
    'everything delivered to all of them afterwards': numbers.afterwardsDeliveredPercent === 100,
    'everything delivered to the others meanwhile': numbers.othersDeliveredPercent === 100,
    [`p99 of the others under ${GOALS.othersP99Ms} ms meanwhile`]: numbers.othersMeanwhileP99Ms < GOALS.othersP99Ms,
  }
  return { ...numbers, goals }
}
