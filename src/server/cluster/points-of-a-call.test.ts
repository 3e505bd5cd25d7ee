import { createServer } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createContractHttp } from '../../client/http/contract-http.ts'
import { createLocalRateGate } from '../../client/http/local-rate-gate.ts'
import { CODE_OK } from '../../contract/limits.ts'
import { standardEndpoints } from '../../contract/standard.ts'
import { SECOND_MS } from '../../core/time/durations.ts'
import { createFakeCell } from '../../testing/cluster/fake-cell.ts'
import { listenOnLoopback } from '../../testing/cluster/listen.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createNotesInMemory } from '../../testing/fakes/forgetful-history.ts'
import { createNodeEnvironment } from '../node-environment.ts'
import { createLocalAnswerStore } from '../sources/upstream/local-answer-store.ts'
import { openLocalPointBudget } from '../sources/upstream/local-point-budget.ts'
import { createStandardAnswers } from '../sources/upstream/standard-answers.ts'
import { fenceEnvironment } from './fenced-environment.ts'
import { createSharedLedger } from './shared-ledger.ts'

const log = pino({ level: 'silent' })
const PRICE = standardEndpoints.observationAtPoint.pricePoints

/** A real connection to an upstream, and processes that count its points in one cell. The latest process is the leader. */
async function setUp() {
  const clock = createFakeClock()
  const upstream = {
    answers: [] as [number, unknown][],
    charged: 0,
    asked: 0,
    until: Promise.resolve(),
  }
  const server = createServer(async (_request, answer) => {
    upstream.asked++
    const [status, body] = upstream.answers.shift() ?? [200, { code: CODE_OK, data: {} }]
    if (status === 200 && (body as { code: number }).code === CODE_OK) upstream.charged += PRICE
    await upstream.until
    answer.writeHead(status, { connection: 'close' }).end(JSON.stringify(body))
  })
  const port = await listenOnLoopback(server)
  onTestFinished(() => void server.close())
  const openCell = createFakeCell()
  let leading = 0

  async function lead() {
    const mine = ++leading
    const environment = { ...createNodeEnvironment(), clock, random: () => 0.5 }
    const http = createContractHttp({
      environment: fenceEnvironment(environment, { request: () => leading === mine, socket: () => leading === mine }),
      bases: { standard: `http://127.0.0.1:${port}`, special: '' },
      credential: async () => 'a key',
      gate: createLocalRateGate({ clock }),
      parse: JSON.parse,
    })
    const ledger = createSharedLedger({ cell: openCell().cell, clock, log })
    const budget = await openLocalPointBudget({ clock, pointsPerDay: 1_000, ledger })
    const held = createLocalAnswerStore(createNotesInMemory())
    const answers = createStandardAnswers({ http, clock, budget, held })
    let asked = 0
    return {
      ask: (signal?: AbortSignal) =>
        answers.answer('observationAtPoint', { lat: `${asked++}`, lon: '120' }, { id: '', ...(signal && { signal }) }),
      /** After it has read the points of other processes. */
      async counted() {
        await clock.advance(6 * SECOND_MS)
        await budget.state()
        await clock.advance(0)
        return (await budget.state()).spentToday
      },
    }
  }

  async function turns(isOver: () => boolean, stepMs: number): Promise<void> {
    while (!isOver()) {
      await setImmediate()
      await clock.advance(stepMs)
    }
  }

  return {
    clock,
    upstream,
    lead,
    untilAsked: () => turns(() => upstream.asked > 0, 0),
    /** The answer, for which time moves on a little at each turn of the event loop. */
    async status(answering: Promise<{ status: number }>): Promise<number> {
      let isOver = false
      const done = answering.finally(() => {
        isOver = true
      })
      await turns(() => isOver, 5)
      return (await done).status
    },
  }
}

const SUCCESS = [200, { code: CODE_OK, data: {} }] satisfies [number, unknown]

it.each([
  ['a success', [SUCCESS], 200],
  ['no data', [[404, { code: 404 }]], 404],
  ['a bad question', [[200, { code: 40_000 }]], 200],
  ['one too many, and then a success', [[429, null], SUCCESS], 200],
  ['a failure that stays', Array.from({ length: 5 }, () => [503, null]), 502],
  ['a key that is not good', [[401, null]], 502],
] as [string, [number, unknown][], number][])('count as they are charged: %s', async (_, given, told) => {
  const { upstream, lead, status } = await setUp()
  const leader = await lead()
  upstream.answers.push(...given)
  expect(await status(leader.ask())).toBe(told)
  expect(await leader.counted()).toBe(upstream.charged)
  expect(await (await lead()).counted()).toBe(upstream.charged)
})

it('are returned at all processes if the leader ended before it was connected', async () => {
  const { clock, upstream, lead, status } = await setUp()
  const first = await lead()
  const asked = first.ask()
  await clock.advance(0) // let out, and its connection is being made
  const second = await lead()
  expect(await second.counted()).toBe(PRICE)
  expect(await status(asked)).toBe(502)
  expect(upstream.asked).toBe(0)
  expect(await second.counted()).toBe(0)
  expect(await status(second.ask())).toBe(200)
  expect([await second.counted(), await (await lead()).counted()]).toEqual([upstream.charged, upstream.charged])
})

it('count although the caller has left', async () => {
  const { upstream, lead, status, untilAsked } = await setUp()
  const leader = await lead()
  const sent = Promise.withResolvers<void>()
  upstream.until = sent.promise
  const leaving = new AbortController()
  const asked = leader.ask(leaving.signal)
  await untilAsked()
  leaving.abort(new Error('gone'))
  await expect(asked).rejects.toThrow('gone')
  sent.resolve()
  expect(await status(leader.ask())).toBe(200)
  expect([upstream.charged, await leader.counted()]).toEqual([2 * PRICE, 2 * PRICE])
})
