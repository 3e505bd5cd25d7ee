import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { strikeIdentity } from '../../../contract/lightning.ts'
import { COLUMNS_TYPE, NOT_OBSERVED_HEADER, strikeCountsSchema } from '../../../contract/strike-history.ts'
import { reportRecord } from '../../../testing/fakes/fake-source.ts'
import { observed, START_MS, strikeAt } from '../../../testing/history-kit.ts'
import { framesOf, KEY, setUpHistoryRoutes as setUp } from '../../../testing/history-routes-kit.ts'

const MINUTE = 60_000
const COLUMNS = { ...KEY, accept: COLUMNS_TYPE }

const iso = (ms: number) => new Date(ms).toISOString()

describe('a minute that is final', () => {
  it('has a permanent URL', async () => {
    const { batch, get, lines, history, clock } = setUp()
    const strikes = [strikeAt(START_MS), strikeAt(START_MS + 59_999)]
    batch(...strikes, strikeAt(START_MS + MINUTE))
    history.write(observed(START_MS, START_MS + MINUTE / 2))
    await clock.advance(1) // strikes of the kit differ by parts of a millisecond
    const early = await get('/api/strikes/minute/202607010800', COLUMNS)
    expect([early.status, early.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await framesOf(early)).records.map(strikeIdentity)).toEqual([strikeIdentity(strikes[0]!)]) // until now

    await clock.advance(20 * MINUTE)
    batch(strikeAt(clock.now()))
    await history.maintain()
    batch(strikeAt(START_MS + 5_000)) // too late for the minute's own address
    const response = await get('/api/strikes/minute/202607010800', COLUMNS)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const { head, records } = await framesOf(response)
    expect(head.notObserved).toEqual([[START_MS + MINUTE / 2, START_MS + MINUTE]])
    expect(records.map(strikeIdentity)).toEqual(strikes.map(strikeIdentity))
    expect(await lines('/api/strikes/minute/202607010800')).toEqual(strikes)
    expect(await lines('/api/strikes/minute/202607010759')).toEqual([])
    expect(await lines(`/api/strikes?from=${START_MS}&to=${START_MS + MINUTE}`)).toHaveLength(3)
  })

  it('is gone after its retention, and absent before its time', async () => {
    const { get } = setUp()
    const gone = await get('/api/strikes/minute/202606010800')
    expect([gone.status, await gone.json()]).toEqual([404, { detail: 'This period is past the retention time.' }])
    const future = await get('/api/strikes/minute/202707010800')
    expect([future.status, future.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(await future.json()).toEqual({ detail: 'This period is in the future.' })
  })
})

describe('damage found while a response is sent', () => {
  async function damaged() {
    let db: DatabaseSync | undefined
    const openSqlite = (location: string) => {
      db = new DatabaseSync(location)
      return db
    }
    const kit = setUp(undefined, { openSqlite })
    kit.batch(strikeAt(START_MS), strikeAt(START_MS + 3 * MINUTE))
    kit.history.write(observed(START_MS, START_MS + 10 * MINUTE))
    await kit.clock.advance(30 * MINUTE)
    kit.batch(strikeAt(kit.clock.now()))
    await kit.history.maintain()
    db!.exec(`UPDATE strikes SET frames = zeroblob(length(frames)) WHERE minute = ${START_MS / MINUTE + 3}`)
    return kit
  }

  it.each([
    ['of a period', `/api/strikes?from=${START_MS}&to=${START_MS + 10 * MINUTE}`],
    ['that is kept for good', '/api/strikes/ten-minutes/202607010800'],
  ])('%s breaks it off, and the next one calls that minute not observed', async (_what, path) => {
    for (const headers of [COLUMNS, KEY]) {
      const { get } = await damaged()
      await expect((await get(path, headers)).arrayBuffer()).rejects.toThrow('coverage changed')
      const { head, records } = await framesOf(await get(path, COLUMNS))
      expect(head.notObserved).toEqual([[START_MS + 3 * MINUTE, START_MS + 4 * MINUTE]])
      expect(records).toHaveLength(1)
    }
  })
})

describe('ten minutes that are final', () => {
  it('have a permanent URL, once the last of them is final', async () => {
    const { batch, get, lines, history, clock } = setUp()
    const strikes = [strikeAt(START_MS), strikeAt(START_MS + 5 * MINUTE), strikeAt(START_MS + 10 * MINUTE - 1)]
    batch(...strikes)
    history.write(observed(START_MS, START_MS + 10 * MINUTE))
    await clock.advance(20 * MINUTE)
    batch(strikeAt(clock.now()))
    await history.maintain()
    const early = await get('/api/strikes/ten-minutes/202607010800', COLUMNS)
    expect([early.status, early.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await framesOf(early)).records.map(strikeIdentity)).toEqual(strikes.map(strikeIdentity))

    await clock.advance(10 * MINUTE)
    batch(strikeAt(clock.now()))
    await history.maintain()
    const response = await get('/api/strikes/ten-minutes/202607010800', COLUMNS)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const { head, records } = await framesOf(response)
    expect(head).toMatchObject({ fromMs: START_MS, toMs: START_MS + 10 * MINUTE, notObserved: [] })
    expect(records.map(strikeIdentity)).toEqual(strikes.map(strikeIdentity))
    expect(await lines('/api/strikes/ten-minutes/202607010800')).toEqual(strikes)
  })
})
describe('counts of a period', () => {
  it('are limited to a requested box, of at most three days', async () => {
    const { batch, get } = setUp()
    batch(
      strikeAt(START_MS - 5 * MINUTE, { lat: 30, lon: 110 }),
      strikeAt(START_MS - 3 * MINUTE, { lat: 30, lon: 120 }),
    )
    const period = `from=${START_MS - 6 * MINUTE}&to=${START_MS}`
    const answer = await get(`/api/strikes/counts?${period}&bbox=105,25,115,35`)
    expect(await answer.json()).toMatchObject({ counts: [0, 1, 0, 0, 0, 0] })
    const long = await setUp(undefined, { hours: 100 }).get(
      `/api/strikes/counts?from=${START_MS - 74 * 60 * MINUTE}&bbox=5,5,9,9`,
    )
    expect([long.status, await long.json()]).toEqual([
      400,
      { detail: 'With bbox, to must be within 73 hours of from.' },
    ])
  })

  it('are how many records struck in each step, to the last moment', async () => {
    const { batch, get } = setUp()
    batch(strikeAt(START_MS - 5 * MINUTE), strikeAt(START_MS - 5 * MINUTE + 59_999), strikeAt(START_MS - 3 * MINUTE))
    batch(strikeAt(START_MS - 1))
    const answer = await get(`/api/strikes/counts?from=${START_MS - 6 * MINUTE}&to=${START_MS}`)
    expect(strikeCountsSchema.parse(await answer.json())).toMatchObject({
      fromMs: START_MS - 6 * MINUTE,
      toMs: START_MS,
      stepMs: MINUTE,
      counts: [0, 2, 0, 1, 0, 1],
      simulated: true,
    })
    const coarse = await get(`/api/strikes/counts?from=${START_MS - 6 * MINUTE}&to=${START_MS}&step=3`)
    expect(await coarse.json()).toMatchObject({ stepMs: 3 * MINUTE, counts: [2, 2] })
  })

  it('begin at a whole step, and name unobserved time', async () => {
    const { history, get } = setUp()
    history.write(observed(START_MS - 4 * MINUTE, START_MS))
    const answer = await get(`/api/strikes/counts?from=${START_MS - 5 * MINUTE - 1_000}&to=${START_MS}&step=5`)
    const periods = [[START_MS - 10 * MINUTE, START_MS - 4 * MINUTE]]
    expect(await answer.json()).toMatchObject({ fromMs: START_MS - 10 * MINUTE, counts: [0, 0], notObserved: periods })
  })

  it('reach back to the start of the history only', async () => {
    const { get, batch } = setUp()
    batch(strikeAt(START_MS))
    const { counts } = strikeCountsSchema.parse(
      await (await get('/api/strikes/counts?from=10000000000&step=60')).json(),
    )
    expect(counts.length).toBe(72 + 1) // including the first, and the present one in part
  })

  it.each([
    ['deleted', -1_000],
    ['future', 1],
  ])('are empty and unobserved for a %s period', async (_what, hours) => {
    const { get } = setUp()
    const fromMs = START_MS + hours * 60 * MINUTE
    const toMs = fromMs + 60 * MINUTE
    const answer = await get(`/api/strikes/counts?from=${fromMs}&to=${toMs}&step=60`)
    expect(await answer.json()).toMatchObject({ counts: [], notObserved: [[fromMs, toMs]] })
  })

  it.each(['from=yesterday', `from=${START_MS}&to=${START_MS}`, `from=${START_MS}&step=0`, `from=${START_MS}&step=61`])(
    'are refused for %s',
    async (query) => {
      const { get } = setUp()
      expect((await get(`/api/strikes/counts?${query}`)).status).toBe(400)
    },
  )
})

describe('reports of a period', () => {
  const report = (icao: string, obsMs: number) => ({
    ...reportRecord({ icao }),
    obs_time: iso(obsMs),
    raw_metar: `METAR ${icao} ${obsMs}`,
  })

  it('are the records as received, by time of observation', async () => {
    const { history, get } = setUp()
    const [early, middle, late] = [-70, -40, 0].map((minutes) => report('ZSPD', START_MS + minutes * MINUTE))
    history.write({ kind: 'reports', records: [late!, early!, middle!] })
    const answer = await get(`/api/reports?from=${START_MS - 60 * MINUTE}&to=${START_MS}`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-simulated')).toBe('true')
    expect(await answer.json()).toEqual({ data: [middle] })
  })

  it('have the unobserved periods beside them, and none without', async () => {
    const { history, get } = setUp()
    const of = async (fromMin: number, toMin: number) => {
      const answer = await get(`/api/reports?from=${START_MS + fromMin * MINUTE}&to=${START_MS + toMin * MINUTE}`)
      return answer.headers.get(NOT_OBSERVED_HEADER)
    }
    history.write({ kind: 'observed', feed: 'metar', fromMs: START_MS - 60 * MINUTE, toMs: START_MS })
    expect(await of(-30, 0)).toBeNull()
    expect(await of(-30, 60)).toBeNull()
    expect(await of(-90, -30)).toBe('2026-07-01T06:30:00Z/2026-07-01T07:00:00Z')
    expect(await of(60, 120)).toBe('2026-07-01T09:00:00Z/2026-07-01T10:00:00Z')
  })

  it('are sent in pieces with yields in between, and only while the client reads', async () => {
    const { history, get, counters } = setUp()
    const all = Array.from({ length: 350 }, (_, i) => report(`Z${String(i).padStart(3, '0')}`, START_MS - MINUTE))
    await history.write({ kind: 'reports', records: all })
    const pieces = await Array.fromAsync(history.reports(START_MS - 5 * MINUTE, START_MS))
    expect(pieces.map(({ length }) => length)).toEqual([100, 100, 100, 50])
    const path = `/api/reports?from=${START_MS - 5 * MINUTE}&to=${START_MS}`
    expect(await (await get(path)).json()).toEqual({ data: all })
    for (let i = 0; i < 70; i++) await (await get(path)).body?.cancel()
    expect((await get(path, KEY, 'HEAD')).status).toBe(200)
    expect(counters().http.pastRefused).toBe(0)
    expect(await (await get(`/api/reports?from=${START_MS}&to=${START_MS + MINUTE}`)).json()).toEqual({ data: [] })
  })

  it('require access to live reports, six hours at once', async () => {
    const { get } = setUp()
    const of = (hours: number) => `/api/reports?from=${START_MS - hours * 60 * MINUTE}&to=${START_MS}`
    expect((await get(of(1), {})).status).toBe(401)
    expect((await get(of(6))).status).toBe(200)
    const refused = await get(of(6.1))
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({ detail: expect.stringContaining('within 6 hours') })
    expect((await get(of(1), KEY, 'POST')).status).toBe(405)
  })
})
