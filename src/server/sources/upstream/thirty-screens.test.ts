import { expect, it } from 'vitest'
import { createContractHttp } from '../../../client/http/contract-http.ts'
import { createLocalRateGate } from '../../../client/http/local-rate-gate.ts'
import type { StandardEndpoint } from '../../../contract/standard.ts'
import { type Random, seededRandom } from '../../../core/util/random.ts'
import { createFakeClock, type FakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createFakeFetch } from '../../../testing/fakes/fake-fetch.ts'
import { createNotesInMemory } from '../../../testing/fakes/forgetful-history.ts'
import { createLocalAnswerStore } from './local-answer-store.ts'
import { openLocalPointBudget } from './local-point-budget.ts'
import { createNotedLedger } from './open-upstream-source.ts'
import { FRESH_MS, questionOf } from './question.ts'
import { createStandardAnswers, type StandardAnswers } from './standard-answers.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const SCREENS = 30
/** Places viewed by several users: aerodromes and the storm. */
const PLACES = Array.from({ length: 12 }, (_, i) => ({ lat: 20 + 2 * i, lon: 100 + 1.5 * i }))
const AIRPORTS = ['ZBAA', 'ZSPD', 'ZGGG', 'ZUUU', 'ZLXY', 'ZHHH']
/** The cells of a view over eastern China. */
const CELLS = [105, 110, 115, 120].flatMap((west) => [20, 25, 30, 35].map((south) => ({ west, south })))
const EVERY_UPSTREAM_ANSWER_TAKES = 300

interface Asked {
  atMs: number
  endpoint: StandardEndpoint
  query: Record<string, string>
}

/** Requests of a busy screen in an hour: as sent by a page whose user views another place every other minute. */
function hourOfAScreen(random: Random, startMs: number): Asked[] {
  const asked: Asked[] = []
  const one = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const put = (atMs: number, endpoint: StandardEndpoint, query: Record<string, string>) =>
    asked.push({ atMs, endpoint, query })
  const opensMs = random() * 5 * MINUTE

  put(opensMs, 'airports', {})
  for (let atMs = opensMs; atMs < HOUR; atMs += 30 * MINUTE) {
    for (const { west, south } of CELLS) {
      put(atMs, 'firesInBox', {
        min_lon: `${west}`,
        min_lat: `${south}`,
        max_lon: `${west + 5}`,
        max_lat: `${south + 5}`,
      })
    }
  }
  for (let atMs = opensMs; atMs < HOUR; atMs += (1 + 2 * random()) * MINUTE) {
    const { lat, lon } = one(PLACES)
    // Clicks never hit the same pixel; the grid of a kilometre maps them to one place.
    const near = (value: number) => `${value + 0.008 * (random() - 0.5)}`
    const at = { lat: near(lat), lon: near(lon) }
    const forecastAt = { latitude: near(lat), longitude: near(lon) }
    put(atMs, 'observationAtPoint', at)
    put(atMs, 'forecastHourly', { ...forecastAt, forecast_hours: '72' })
    put(atMs, 'forecastDaily', { ...forecastAt, forecast_days: '10' })
    if (random() < 0.5) {
      const endMs = Math.floor((startMs + atMs) / (10 * MINUTE)) * 10 * MINUTE
      const range = { start_time: new Date(endMs - 24 * HOUR).toISOString(), end_time: new Date(endMs).toISOString() }
      put(atMs + 20 * SECOND, 'metarHistory', { stations: one(AIRPORTS), ...range })
    }
  }
  return asked
}

/** Number of purchases per question if each response is shared while it is fresh. */
function leastCalls(asked: readonly Asked[]): number {
  const boughtMs = new Map<string, number>()
  let calls = 0
  for (const { atMs, endpoint, query } of asked) {
    const { key } = questionOf(endpoint, query)
    const known = boughtMs.get(key)
    if (known !== undefined && atMs < known + FRESH_MS[endpoint]) continue
    boughtMs.set(key, atMs)
    calls++
  }
  return calls
}

async function replay(asked: readonly Asked[], answers: StandardAnswers, clock: FakeClock) {
  const startMs = clock.now()
  const given: Promise<{ status: number; waitedMs: number }>[] = []
  for (const { atMs, endpoint, query } of asked) {
    await clock.advance(Math.max(0, startMs + atMs - clock.now()))
    const sinceMs = clock.now()
    given.push(answers.answer(endpoint, query).then(({ status }) => ({ status, waitedMs: clock.now() - sinceMs })))
  }
  await clock.advance(5 * MINUTE)
  return Promise.all(given)
}

it('an hour of thirty busy screens costs each answer once for as long as it is fresh', async () => {
  const clock = createFakeClock()
  const sentMs: number[] = []
  const { fetch, calls } = createFakeFetch(async () => {
    sentMs.push(clock.now())
    await new Promise<void>((resolve) => clock.after(EVERY_UPSTREAM_ANSWER_TAKES, resolve))
    const stations = [{ icao_code: 'ZBAA', longitude: 116.6, latitude: 40.1 }]
    return { body: { code: 0, message: 'ok', data: { stations }, request_id: 'req_1' } }
  })
  const http = createContractHttp({
    environment: { clock, random: seededRandom(1), fetch },
    bases: { standard: 'http://upstream.test', special: 'http://upstream.test' },
    credential: async () => 'sk-key',
    gate: createLocalRateGate({ clock }),
    parse: JSON.parse,
  })
  const notes = createNotesInMemory()
  const budget = await openLocalPointBudget({ clock, pointsPerDay: 20_000, ledger: createNotedLedger(notes) })
  const answers = createStandardAnswers({ http, clock, budget, held: createLocalAnswerStore(notes) })

  const random = seededRandom(30)
  const asked = Array.from({ length: SCREENS }, () => hourOfAScreen(random, clock.now()))
    .flat()
    .sort((a, b) => a.atMs - b.atMs)
  const given = await replay(asked, answers, clock)

  expect(asked.length).toBeGreaterThan(3_000)
  const least = leastCalls(asked)
  expect(calls.length).toBeLessThanOrEqual(least)
  expect(calls.length).toBeGreaterThan(0.8 * least)
  const { spentToday } = await budget.state()
  expect(spentToday).toBe((calls.length - 1) * 10) // the airport list is free
  expect({ asked: asked.length, calls: calls.length, points: spentToday }).toEqual({
    asked: 4_079,
    calls: 244,
    points: 2_430,
  })

  expect(given.filter(({ status }) => status !== 200)).toEqual([])
  expect(Math.max(...given.map(({ waitedMs }) => waitedMs))).toBeLessThan(30 * SECOND)
  for (let i = 2; i < sentMs.length; i++) expect(sentMs[i]! - sentMs[i - 2]!).toBeGreaterThan(1_000)
})
