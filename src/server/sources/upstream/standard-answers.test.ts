import { describe, expect, it, vi } from 'vitest'
import { ContractError } from '../../../client/http/contract-api.ts'
import { CODE_BUDGET_SPENT, type ContractHttp, type HttpAnswer, type HttpCall } from '../../../client/http/http.ts'
import { SECOND_MS } from '../../../core/time/durations.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createNotesInMemory } from '../../../testing/fakes/forgetful-history.ts'
import type { AnswerStore } from './answer-store.ts'
import { createLocalAnswerStore } from './local-answer-store.ts'
import { openLocalPointBudget } from './local-point-budget.ts'
import { createNotedLedger } from './open-upstream-source.ts'
import { createStandardAnswers } from './standard-answers.ts'

const AT = { lat: '25', lon: '120' }
const FIRE = { hotspot_id: '1', longitude: 105, latitude: 25 }
const STATION = { icao_code: 'ZBAA', longitude: 116.6, latitude: 40.1 }

/** Every call is sent immediately. */
function httpOf(answer: ContractHttp['request']): ContractHttp {
  return {
    async request(call) {
      await call.beforeSend?.()
      return answer(call)
    },
    counters: async () => ({ queued: 0, total: 0, failed: 0 }),
  }
}

async function setUp({ pointsPerDay = 1_000 } = {}) {
  const clock = createFakeClock()
  const body = { code: 0, data: { stations: [STATION] } }
  const ok = (): HttpAnswer => ({ status: 200, body, asOfMs: clock.now(), stale: false })
  const request = vi.fn<ContractHttp['request']>(async () => ok())
  const notes = createNotesInMemory()
  const budget = await openLocalPointBudget({ clock, pointsPerDay, ledger: createNotedLedger(notes) })
  const held = createLocalAnswerStore(notes)
  const http = httpOf(request)
  return { clock, request, budget, held, answers: createStandardAnswers({ http, clock, budget, held }) }
}

describe('responses of the standard service', () => {
  it('are bought once for concurrent requests, and for requests while they are fresh', async () => {
    const { clock, request, budget, answers } = await setUp()
    await Promise.all(Array.from({ length: 30 }, () => answers.answer('observationAtPoint', AT)))
    await clock.advance(299_000)
    await answers.answer('observationAtPoint', { lat: '25.001', lon: '119.999' })
    expect(request).toHaveBeenCalledTimes(1)
    expect((await budget.state()).spentToday).toBe(10)

    await clock.advance(2_000)
    await answers.answer('observationAtPoint', AT)
    expect(request).toHaveBeenCalledTimes(2)
  })

  it.each([0, '0', 200, '200'])(
    'with code %j are bought once, charged and cleaned of unreadable rows',
    async (code) => {
      const { clock, request, budget, answers } = await setUp()
      const fire = { ...FIRE, acq_datetime: new Date(clock.now()).toISOString() }
      const body = { code, data: { items: [fire, { hotspot_id: 'unreadable' }], count: 2 } }
      request.mockImplementation(async () => ({ status: 200, body, asOfMs: clock.now(), stale: false }))
      for (let i = 0; i < 2; i++) {
        const { body: shown } = await answers.answer('firesNearby', { lat: '1', lon: '2' })
        expect(shown).toMatchObject({ code, data: { items: [fire], count: 1 } })
      }
      expect(request).toHaveBeenCalledTimes(1)
      expect((await budget.state()).spentToday).toBe(10)
    },
  )

  it('with "no data" are shared too, for a shorter time, and free', async () => {
    const { clock, request, budget, answers } = await setUp()
    request.mockImplementation(async () => ({ status: 404, body: { code: 404 }, asOfMs: clock.now(), stale: false }))
    await answers.answer('observationAtPoint', AT)
    await answers.answer('observationAtPoint', AT)
    expect(request).toHaveBeenCalledTimes(1)
    await clock.advance(121_000)
    await answers.answer('observationAtPoint', AT)
    expect(request).toHaveBeenCalledTimes(2)
    expect((await budget.state()).spentToday).toBe(0)
  })

  it('are served past their time, and say so, when the upstream fails', async () => {
    const { clock, request, answers } = await setUp()
    const first = await answers.answer('forecastHourly', { latitude: '1', longitude: '2' })
    await clock.advance(3_600_000)
    request.mockRejectedValue(new ContractError('unavailable', 'no line'))
    const second = await answers.answer('forecastHourly', { latitude: '1', longitude: '2' })
    expect(second).toMatchObject({ status: 200, stale: true, asOfMs: first.asOfMs })
  })

  it('are served past their time, too, when the upstream fails with status 200, which is not requested again at once', async () => {
    const { clock, request, budget, answers } = await setUp()
    const first = await answers.answer('observationAtPoint', AT)
    await clock.advance(3_600_000)
    const body = { code: 50_000, message: 'the database did not answer', data: null }
    request.mockImplementation(async () => ({ status: 200, body, asOfMs: clock.now(), stale: false }))
    for (let i = 0; i < 3; i++) {
      const next = await answers.answer('observationAtPoint', AT)
      expect(next).toMatchObject({ status: 200, body: { code: 0 }, stale: true, asOfMs: first.asOfMs })
    }
    expect(request).toHaveBeenCalledTimes(2)
    expect(await answers.answer('observationAtPoint', { lat: '1', lon: '1' })).toMatchObject({ status: 502 })
    expect((await budget.state()).spentToday).toBe(10)
  })

  it('past their time are served with their age while one new one is under way', async () => {
    const { clock, request, answers } = await setUp()
    const first = await answers.answer('observationAtPoint', AT)
    await clock.advance(3_600_000)
    let arrive = () => {}
    request.mockImplementation(async () => {
      await new Promise<void>((resolve) => {
        arrive = resolve
      })
      return { status: 200, body: { code: 0, data: { new: true } }, asOfMs: clock.now(), stale: false }
    })
    const screens = Array.from({ length: 30 }, () => answers.answer('observationAtPoint', AT))
    await clock.advance(2_000)
    for (const answer of await Promise.all(screens)) expect(answer).toEqual({ ...first, stale: true })
    expect(request).toHaveBeenCalledTimes(2)

    const waiting = answers.answer('observationAtPoint', AT)
    arrive()
    expect(await waiting).toMatchObject({ body: { data: { new: true } }, stale: false })
    expect(request).toHaveBeenCalledTimes(2)
    expect(clock.pending).toBe(0)
  })

  it('that failed are not requested again within ten seconds', async () => {
    const { clock, request, answers } = await setUp()
    request.mockRejectedValue(new ContractError('unavailable', 'no line'))
    for (let i = 0; i < 30; i++) {
      expect(await answers.answer('observationAtPoint', AT)).toMatchObject({ status: 502 })
      await clock.advance(300)
    }
    expect(request).toHaveBeenCalledTimes(1)
    await clock.advance(10_000)
    await answers.answer('observationAtPoint', AT)
    expect(request).toHaveBeenCalledTimes(2)
  })

  it('are stale after the clock was set back', async () => {
    const { clock, request, answers } = await setUp()
    await answers.answer('observationAtPoint', AT)
    clock.step(-3_600_000)
    await answers.answer('observationAtPoint', AT)
    expect(request).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['unavailable', 502],
    ['timeout', 504],
    ['rate-limited', 429],
    ['unauthorised', 502],
  ] as const)('that fail (%s) and are not cached become a separate error', async (reason, status) => {
    const { request, budget, answers } = await setUp()
    request.mockRejectedValue(new ContractError(reason, 'no'))
    const answer = await answers.answer('observationAtPoint', AT)
    expect(answer).toMatchObject({ status, body: { data: null } })
    expect((await budget.state()).spentToday).toBe(0)
  })

  it('stop at the budget with a clear error, while cached ones are still served with their age', async () => {
    const { clock, request, answers } = await setUp({ pointsPerDay: 10 })
    await answers.answer('observationAtPoint', AT)
    expect(await answers.answer('observationAtPoint', { lat: '1', lon: '1' })).toMatchObject({
      status: 503,
      body: { code: CODE_BUDGET_SPENT, message: expect.stringContaining('2026-07-02T00:00:00Z') },
    })
    await clock.advance(600_000)
    expect(await answers.answer('observationAtPoint', AT)).toMatchObject({ status: 200, stale: true })
    expect(request).toHaveBeenCalledTimes(1)
  })

  it('leave a quarter of the budget to other questions than fires', async () => {
    const { answers } = await setUp({ pointsPerDay: 40 })
    const cell = (west: number) => ({ min_lon: `${west}`, min_lat: '20', max_lon: `${west + 5}`, max_lat: '25' })
    for (const west of [100, 105, 110])
      expect(await answers.answer('firesInBox', cell(west))).toMatchObject({ status: 200 })
    expect(await answers.answer('firesInBox', cell(115))).toMatchObject({ status: 503 })
    expect(await answers.answer('observationAtPoint', AT)).toMatchObject({ status: 200 })
  })

  it('that are free are available without budget', async () => {
    const { answers } = await setUp({ pointsPerDay: 0 })
    expect(await answers.answer('airports', {})).toMatchObject({ status: 200 })
  })

  it.each([400, 200])('are not kept when the question was refused with status %d', async (status) => {
    const { clock, request, budget, answers } = await setUp()
    request.mockImplementation(async () => ({ status, body: { code: 40000 }, asOfMs: clock.now(), stale: false }))
    expect(await answers.answer('observationAtPoint', AT)).toMatchObject({ status, body: { code: 40000 } })
    await answers.answer('observationAtPoint', AT)
    expect(request).toHaveBeenCalledTimes(2)
    expect((await budget.state()).spentToday).toBe(0)
  })

  it('are bought once if the cache lookup is slow', async () => {
    const { clock, request, budget, held } = await setUp()
    const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
    const slow: AnswerStore = {
      ...held,
      async get(question) {
        const found = await held.get(question)
        await wait(200)
        return found
      },
    }
    const http = httpOf(request)
    const answers = createStandardAnswers({ http, clock, budget, held: slow })
    const first = answers.answer('observationAtPoint', AT)
    await clock.advance(250)
    const second = answers.answer('observationAtPoint', AT) // checks the cache before the first has its response, and requests afterwards
    await clock.advance(SECOND_MS)
    expect(await second).toEqual(await first)
    expect(request).toHaveBeenCalledTimes(1)
    expect((await budget.state()).spentToday).toBe(10)
    expect(await answers.counters()).toMatchObject({ hits: 1, misses: 1 })
  })

  it('are not bought while the budget is unavailable', async () => {
    const { clock, request, budget, held } = await setUp()
    const http = httpOf(request)
    const broken = { ...budget, reserve: () => Promise.reject(new Error('no line to the budget')) }
    const answers = createStandardAnswers({ http, clock, budget: broken, held })
    expect(await answers.answer('observationAtPoint', AT)).toMatchObject({ status: 502 })
    expect(request).not.toHaveBeenCalled()
  })

  it('cost points only when sent, and none after all callers have left', async () => {
    const { clock, budget, held } = await setUp()
    const turns: { call: HttpCall; go(): void }[] = []
    const http: ContractHttp = {
      request: (call) =>
        new Promise((resolve, reject) => {
          call.signal?.addEventListener('abort', () => reject(call.signal?.reason))
          const answer = { status: 200, body: { code: 0 }, asOfMs: clock.now(), stale: false }
          turns.push({ call, go: () => void call.beforeSend?.().then(() => resolve(answer)) })
        }),
      counters: async () => ({ queued: 0, total: 0, failed: 0 }),
    }
    const answers = createStandardAnswers({ http, clock, budget, held })
    const leaving = new AbortController()
    const ask = (lat: string, signal?: AbortSignal) =>
      answers.answer('observationAtPoint', { lat, lon: '120' }, { id: 'viewer', ...(signal && { signal }) })
    const gone = ask('1', leaving.signal)
    const kept = ask('2')
    await clock.advance(0)
    expect([turns.length, (await budget.state()).spentToday]).toEqual([2, 0])
    leaving.abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    expect(turns[0]!.call.signal?.aborted).toBe(true)
    turns[1]!.go()
    expect(await kept).toMatchObject({ status: 200 })
    expect((await budget.state()).spentToday).toBe(10)
  })

  it.each([
    ['too slowly', 4_000, { status: 502 }],
    ['while its asker leaves', 1_000, 'left'],
  ])('are not bought where the points are noted %s, and cost nothing', async (_, ledgerTakesMs, expected) => {
    const { clock, held } = await setUp()
    const wait = () => new Promise<void>((resolve) => clock.after(ledgerTakesMs, resolve))
    const ledger = { read: async () => null, keep: wait }
    const budget = await openLocalPointBudget({ clock, pointsPerDay: 10, ledger })
    const sent = vi.fn()
    const http: ContractHttp = {
      request: ({ beforeSend, signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
          beforeSend?.().then(() => !signal?.aborted && sent(), reject)
        }),
      counters: async () => ({ queued: 0, total: 0, failed: 0 }),
    }
    const answers = createStandardAnswers({ http, clock, budget, held })
    const leaving = new AbortController()
    const asked = answers.answer('observationAtPoint', AT, { id: 'viewer', signal: leaving.signal }).catch(String)
    await clock.advance(500)
    if (expected === 'left') leaving.abort('left')
    await clock.advance(20_000)
    expect(await asked).toEqual(typeof expected === 'string' ? expected : expect.objectContaining(expected))
    expect(sent).not.toHaveBeenCalled()
    expect(await budget.state()).toMatchObject({ spentToday: 0, exhausted: false })
  })

  it('delay no other client for the many requests of one', async () => {
    const { request, clock, answers } = await setUp({ pointsPerDay: 100_000 })
    request.mockImplementation(() => new Promise(() => {}))
    const ask = (lat: number, id: string) => answers.answer('observationAtPoint', { lat: `${lat}`, lon: '120' }, { id })
    const greedy = Array.from({ length: 30 }, (_, i) => ask(i, 'greedy'))
    await clock.advance(0)
    expect(request).toHaveBeenCalledTimes(24)
    expect(await greedy.at(-1)).toMatchObject({ status: 429, body: { code: 42_901 } })
    void ask(50, 'another')
    await clock.advance(0)
    expect(request).toHaveBeenCalledTimes(25)
  })

  it.each([
    [200, { code: 0, data: { stations: [] } }],
    [200, { code: 0, data: { count: 240, stations: [] } }],
    [200, { code: 0, data: { stations: [{ icao_code: 'ZBAA' }] } }],
    [200, { code: 0, data: null }],
    [404, { message: 'not found' }],
    [404, null],
  ])('keep the list of airports if a later answer has none: %d %j', async (status, answer) => {
    const { clock, request, answers } = await setUp()
    await answers.answer('airports', {})
    await clock.advance(25 * 3_600_000)
    request.mockImplementation(async () => ({ status, body: answer, asOfMs: 0, stale: false }))
    const { body, stale } = await answers.answer('airports', {})
    expect(stale).toBe(true)
    expect(body).toMatchObject({ data: { stations: [STATION] } })
    await clock.advance(11_000)
    await answers.answer('airports', {})
    expect(request).toHaveBeenCalledTimes(3)
  })

  it('fetch the list of airports once, and filter it here', async () => {
    const { clock, request, answers } = await setUp()
    const stations = [
      {
        ...STATION,
        name: '北京首都国际机场',
        city: '北京',
        province: '北京',
        earliest_obser_time: '2026-01-01T00:00:00Z',
      },
      {
        ...STATION,
        icao_code: 'ZSPD',
        name: '上海浦东国际机场',
        city: '上海',
        province: '上海',
        earliest_obser_time: null,
      },
    ]
    const body = { code: 0, data: { count: 2, stations }, request_id: 'req_1' }
    request.mockImplementation(async () => ({ status: 200, body, asOfMs: clock.now(), stale: false }))
    const codes = async (query: Record<string, string>) => {
      const answer = await answers.answer('airports', query, { id: 'viewer' })
      const { data } = answer.body as { data: { count: number; stations: { icao_code: string }[] } }
      expect(data.count).toBe(data.stations.length)
      return data.stations.map(({ icao_code }) => icao_code)
    }
    expect(await codes({})).toEqual(['ZBAA', 'ZSPD'])
    expect(await codes({ keyword: '首都机场' })).toEqual(['ZBAA'])
    expect(await codes({ keyword: 'zspd 上海' })).toEqual(['ZSPD'])
    expect(await codes({ icao_codes: 'zspd,ZZZZ' })).toEqual(['ZSPD'])
    expect(await codes({ start_time: '2025-01-01T00:00:00Z', end_time: '2025-02-01T00:00:00Z' })).toEqual(['ZSPD'])
    for (let i = 0; i < 50; i++) expect(await codes({ keyword: `x${i}` })).toEqual([])
    expect(request).toHaveBeenCalledTimes(1)
    expect(request.mock.calls[0]![0].query).toEqual({})
  })
})
