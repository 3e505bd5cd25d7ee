import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { parseJsonExact } from '../../../contract/json-exact.ts'
import { type StrikeRecord, strikeIdentity, strikeRecordSchema } from '../../../contract/lightning.ts'
import { COLUMNS_TYPE, NOT_OBSERVED_HEADER } from '../../../contract/strike-history.ts'
import { observed, START_MS, strikeAt } from '../../../testing/history-kit.ts'
import { framesOf, KEY, setUpHistoryRoutes as setUp } from '../../../testing/history-routes-kit.ts'
import { periodsText } from './history-answers.ts'

const MINUTE = 60_000
const COLUMNS = { ...KEY, accept: COLUMNS_TYPE }

const iso = (ms: number) => new Date(ms).toISOString()

describe('strikes of a period', () => {
  it('are contract records, one a line, with every digit of time', async () => {
    const { batch, get } = setUp()
    const record = strikeAt(START_MS - MINUTE, {
      time: BigInt(START_MS - MINUTE) * 1_000_000n + 123_456_789n,
      mds: null,
    })
    batch(record)
    const response = await get(`/api/strikes?from=${START_MS - 2 * MINUTE}`)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('vary')).toContain('accept')
    const text = await response.text()
    expect(text).toMatch(/^\{"time":1782892740123456789,.*\}\n$/)
    expect(strikeRecordSchema.parse(parseJsonExact(text))).toEqual(record)
  })

  it('are sent as columns on request, with a header and an end', async () => {
    const { batch, get, history, clock } = setUp()
    const records = Array.from({ length: 500 }, (_, i) => strikeAt(START_MS + i * 500))
    batch(...records.slice(0, 400))
    await clock.advance(5 * MINUTE)
    batch(strikeAt(START_MS + 5 * MINUTE), ...records.slice(400))
    await history.maintain()
    const answer = await get(`/api/strikes?from=${START_MS}&to=${START_MS + 5 * MINUTE}`, COLUMNS)
    const { kinds, head, records: read } = await framesOf(answer)
    expect(answer.headers.get('content-type')).toBe(COLUMNS_TYPE)
    expect([kinds[0], kinds.at(-1)]).toEqual(['head', 'end'])
    expect(head).toMatchObject({ fromMs: START_MS, toMs: START_MS + 5 * MINUTE, simulated: true })
    expect(read.map(strikeIdentity)).toEqual(records.map(strikeIdentity))
  })

  it('reach from the first moment up to, not including, the second, to the nanosecond', async () => {
    const { batch, lines, get, clock } = setUp()
    await clock.advance(MINUTE)
    const fromNs = BigInt(START_MS + 1_000) * 1_000_000n
    for (const offset of [-1n, 0n, 1_999_999_999n, 2_000_000_000n]) batch(strikeAt(START_MS, { time: fromNs + offset }))
    const path = `/api/strikes?from=${START_MS + 1_000}&to=${START_MS + 3_000}`
    const wanted = [fromNs, fromNs + 1_999_999_999n]
    expect((await lines(path)).map(({ time }) => time)).toEqual(wanted)
    expect((await framesOf(await get(path, COLUMNS))).records.map(({ time }) => time)).toEqual(wanted)
  })

  it('are those within a box, also one across the antimeridian', async () => {
    const { batch, lines, get } = setUp()
    const at = (lat: number, lon: number) => strikeAt(START_MS - MINUTE, { lat, lon })
    batch(at(10, 170), at(10, -170), at(10, 0), at(-10, 180), at(50, 175))
    const places = (records: StrikeRecord[]) => records.map(({ lat, lon }) => [lat, lon]).sort()
    const path = `/api/strikes?from=${START_MS - 2 * MINUTE}&bbox=`
    expect(places(await lines(`${path}160,-20,-160,20`))).toEqual(
      [
        [-10, 180],
        [10, -170],
        [10, 170],
      ].sort(),
    )
    expect(places((await framesOf(await get(`${path}-10,0,10,20`, COLUMNS))).records)).toEqual([[10, 0]])
    expect(places(await lines(`${path}20,0,30,20`))).toEqual([])
  })

  it('contain unobserved time, except time not yet received', async () => {
    const { history, clock, get } = setUp()
    history.write(observed(START_MS, START_MS + 10 * MINUTE))
    history.write(observed(START_MS + 12 * MINUTE, START_MS + 20 * MINUTE - 900))
    await clock.advance(20 * MINUTE)
    const path = `/api/strikes?from=${iso(START_MS - MINUTE)}&to=${iso(START_MS + 40 * MINUTE)}`
    const response = await get(path)
    expect(response.headers.get(NOT_OBSERVED_HEADER)).toBe(
      '2026-07-01T07:59:00Z/2026-07-01T08:00:00Z, 2026-07-01T08:10:00Z/2026-07-01T08:12:00Z',
    )
    const { head } = await framesOf(await get(path, COLUMNS))
    expect(head).toMatchObject({
      toMs: expect.closeTo(START_MS + 20 * MINUTE, -1),
      notObserved: [
        [START_MS - MINUTE, START_MS],
        [START_MS + 10 * MINUTE, START_MS + 12 * MINUTE],
      ],
    })
    const whole = await get(`/api/strikes?from=${START_MS + MINUTE}&to=${START_MS + 2 * MINUTE}`)
    expect(whole.headers.has(NOT_OBSERVED_HEADER)).toBe(false)
  })

  it('of the future are unobserved', async () => {
    const { get } = setUp()
    const fromMs = START_MS + 60 * MINUTE
    const toMs = START_MS + 120 * MINUTE
    const path = `/api/strikes?from=${fromMs}&to=${toMs}`
    const response = await get(path)
    expect(await response.text()).toBe('')
    expect(response.headers.get(NOT_OBSERVED_HEADER)).toBe('2026-07-01T09:00:00Z/2026-07-01T10:00:00Z')
    expect((await framesOf(await get(path, COLUMNS))).head).toMatchObject({ notObserved: [[fromMs, toMs]] })
    expect((await get(`/api/strikes?from=${fromMs}`)).status).toBe(200)
  })

  it('are marked if simulated', async () => {
    const { get, source } = setUp()
    expect((await get('/api/strikes?from=1782892800000')).headers.get('x-simulated')).toBe('true')
    source.simulated = false
    expect((await get('/api/strikes?from=1782892800000')).headers.has('x-simulated')).toBe(false)
  })

  it('are compressed as lines for supporting clients, and never twice as columns', async () => {
    const { batch, get } = setUp()
    batch(...Array.from({ length: 100 }, () => strikeAt(START_MS - 1_000)))
    const path = `/api/strikes?from=${START_MS - MINUTE}`
    const zipped = await get(path, { ...KEY, 'accept-encoding': 'gzip' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    const text = gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()
    expect(text.split('\n')).toHaveLength(101)
    expect((await get(path, { ...COLUMNS, 'accept-encoding': 'gzip' })).headers.has('content-encoding')).toBe(false)
  })

  it('are created while they are read, a minute at a time', async () => {
    const { batch, get, history, clock } = setUp()
    for (let minute = 0; minute < 30; minute++) batch(strikeAt(START_MS + minute * MINUTE), strikeAt(START_MS))
    await clock.advance(60 * MINUTE)
    const asked: number[] = []
    const { frames } = history.strikes
    history.strikes.frames = (minute) => {
      asked.push(minute)
      return frames(minute)
    }
    const response = await get(`/api/strikes?from=${START_MS}&to=${START_MS + 30 * MINUTE}`, COLUMNS)
    const reader = response.body!.getReader()
    await reader.read()
    await reader.read()
    expect(asked.length).toBeLessThan(5)
    await reader.cancel()
    expect(asked.length).toBeLessThan(5)
  })
})

describe('a long response', () => {
  it.each([
    ['of lines', ''],
    ['of which a box leaves nothing', '&bbox=-10,-10,-5,-5'],
  ])('%s yields to other clients for each minute', async (_what, box) => {
    const { batch, get } = setUp()
    for (let minute = 0; minute < 40; minute++) batch(strikeAt(START_MS - minute * MINUTE))
    const read = get(`/api/strikes?from=${START_MS - 40 * MINUTE}&to=${START_MS}${box}`).then((answer) => answer.text())
    let isRead = false
    void read.finally(() => {
      isRead = true
    })
    let turns = 0
    for (; !isRead; turns++) await setImmediate()
    expect(turns).toBeGreaterThanOrEqual(40)
  })

  it('waits for its turn among others: one piece at a time for any number of requests', async () => {
    const { batch, get, history } = setUp()
    for (let minute = 0; minute < 20; minute++) batch(strikeAt(START_MS - minute * MINUTE))
    let turn = 0
    const madeIn: number[] = []
    const { block } = history.strikes
    history.strikes.block = (minute) => {
      madeIn.push(turn)
      return block(minute)
    }
    const path = `/api/strikes?from=${START_MS - 20 * MINUTE}&to=${START_MS}&bbox=-10,-10,-5,-5`
    const responses = await Promise.all(Array.from({ length: 5 }, () => get(path)))
    let left = responses.length
    for (const response of responses) void response.text().finally(() => left--)
    for (; left > 0; turn++) await setImmediate()
    expect(madeIn.length).toBeGreaterThanOrEqual(5 * 18)
    // The first one begins immediately, between two counts.
    expect(new Set(madeIn).size).toBeGreaterThanOrEqual(madeIn.length - 1)
  })

  it('that is aborted is created no further', async () => {
    const { batch, get, history } = setUp()
    for (let minute = 0; minute < 40; minute++) batch(strikeAt(START_MS - minute * MINUTE))
    let asked = 0
    const { block } = history.strikes
    history.strikes.block = (minute) => {
      asked++
      return block(minute)
    }
    const response = await get(`/api/strikes?from=${START_MS - 40 * MINUTE}&to=${START_MS}&bbox=-10,-10,-5,-5`)
    const reader = response.body!.getReader()
    const reading = reader.read()
    await setImmediate()
    await reader.cancel()
    expect(await reading).toEqual({ done: true, value: undefined })
    expect(asked).toBeLessThan(5)
  })
})

describe('rejected requests', () => {
  it.each([
    ['', 'from is required'],
    ['?from=yesterday', 'from must be a time like 2026-07-01T08:00:00Z'],
    ['?from=1782892800123456789', 'from must be a time like'],
    ['?from=2026-07-01T08:00:00Z&to=2026-07-01T08:00:00Z', 'to must be after from'],
    ['?from=2026-07-01T08:00:00Z&to=never', 'to must be a time'],
    ['?from=2026-07-01&bbox=1,2,3', 'bbox must be west,south,east,north'],
    ['?from=2026-07-01&bbox=1,2,3,4,5', 'bbox must be'],
    ['?from=2026-07-01&bbox=1,40,3,20', 'south below north'],
    ['?from=2026-07-01&bbox=1,2,300,4', 'bbox must be'],
    ['?from=2026-07-01&bbox=1,,3,4', /^bbox must be .*, got 1,,3,4$/],
    ['?from=2026-07-01&bbox=', /^bbox must be .*, got nothing$/],
    ['?from=2026-07-01&bobx=1,2,3,4', 'unknown parameter bobx: allowed are from, to, bbox, token'],
  ])('%s, with the allowed values', async (query, complaint) => {
    const { get } = setUp()
    const response = await get(`/api/strikes${query}`)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { detail: string }).detail).toMatch(complaint)
  })

  it('without a credential for lightning, or beyond the rate', async () => {
    const { get, tokens } = setUp({ requestsPerSecond: 2, sockets: 1 })
    expect((await get('/api/strikes?from=2026-07-01', {})).status).toBe(401)
    const { token } = tokens.issue('metar')
    expect((await get(`/api/strikes?from=2026-07-01&token=${token}`, {})).status).toBe(401)
    const good = tokens.issue('lightning').token
    expect((await get(`/api/strikes?from=2026-07-01&token=${good}`, {})).status).toBe(200)
    await get('/api/strikes?from=2026-07-01')
    await get('/api/strikes?from=2026-07-01')
    expect((await get('/api/strikes?from=2026-07-01')).status).toBe(429)
  })

  it('another method, another path', async () => {
    const { get } = setUp()
    expect((await get('/api/strikes', KEY, 'POST')).headers.get('allow')).toBe('GET')
    expect((await get('/api/strikes/hour/2026070108')).status).toBe(404)
    expect((await get('/api/strikes/minute/20260701080')).status).toBe(400)
    expect((await get('/api/strikes/minute/202602310800')).status).toBe(400)
    expect((await get('/api/strikes/ten-minutes/202607010805')).status).toBe(400)
  })
})
describe('unobserved periods in a header', () => {
  it('are few, and never less than they were', () => {
    const periods = Array.from({ length: 500 }, (_, i) => ({
      fromMs: START_MS + i * 10_000 + (i % 7) * 100,
      toMs: START_MS + i * 10_000 + 5_000,
    }))
    const told = periodsText(periods).split(', ')
    expect(told).toHaveLength(40)
    const spans = told.map((text) => text.split('/').map(Date.parse) as [number, number])
    for (const { fromMs, toMs } of periods) expect(spans.some(([from, to]) => from <= fromMs && to >= toMs)).toBe(true)
  })
})

describe('pending responses of the past', () => {
  it('are limited per account: further requests receive a retry time', async () => {
    const { batch, get, tokens, counters } = setUp()
    batch(strikeAt(START_MS))
    const ask = (headers: Record<string, string> = COLUMNS) => get(`/api/strikes?from=${START_MS - MINUTE}`, headers)
    const unread = await Promise.all(Array.from({ length: 64 }, () => ask()))
    expect(unread.map(({ status }) => status)).toEqual(unread.map(() => 200))
    const { token } = tokens.issue('lightning', 'somebody else')
    for (const path of ['strikes', 'strikes/counts', 'reports']) {
      const refused = await get(`/api/${path}?from=${START_MS - MINUTE}&to=${START_MS}`)
      expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '2'])
      expect(refused.headers.get('cache-control')).toBe('no-store')
      expect(refused.headers.get('content-type')).toContain('json')
    }
    expect(counters().http.pastRefused).toBe(3)
    expect((await ask({ authorization: `Bearer ${token}` })).status).toBe(200)
    await unread[0]!.body!.cancel() // cancelled
    await (await ask()).arrayBuffer() // read to its end
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(503)
  })
})
