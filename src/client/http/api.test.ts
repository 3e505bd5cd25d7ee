import { describe, expect, it } from 'vitest'
import { createContractApi } from './api.ts'
import { ContractError } from './contract-api.ts'
import type { ContractHttp, HttpAnswer, HttpCall } from './http.ts'

/** An API that returns `body` for every call. */
function setUp(
  body: unknown,
  answer: Partial<HttpAnswer> = {},
  how: Omit<Parameters<typeof createContractApi>[1], 'clock'> = {},
) {
  const calls: HttpCall[] = []
  const http: ContractHttp = {
    async request(call) {
      calls.push(call)
      return { status: 200, body, asOfMs: 1_000, stale: false, ...answer }
    },
    counters: async () => ({ queued: 0, total: 0, failed: 0 }),
  }
  return { api: createContractApi(http, { clock: { now: () => NOW_MS }, ...how }), calls }
}

const envelope = (data: unknown) => ({ code: 0, message: 'ok', data, request_id: 'req_1' })
const NOW_MS = Date.UTC(2026, 6, 1, 8, 5)
const STRIKE = { time: 1782892800123456800, lat: 30.5, lon: 120.25, pol: 0, arrived_at: '2026-07-01T08:00:04Z' }
const REPORT = { icao: 'ZSPD', raw_metar: 'METAR ZSPD 010800Z 12005MPS CAVOK 30/20 Q1008', obs_time: null }
const BOX = { west: 115, south: 30, east: 120, north: 35 }
const FIRE = { hotspot_id: 'h1', latitude: 31, longitude: 117, acq_datetime: '2026-07-01T05:00:00Z' }
const OBSERVATION = { meta: { longitude: 121, latitude: 31 }, dataset: 'surface', records: { temperature: 30 } }

describe('strikes', () => {
  it('are requested by minutes first', async () => {
    const { api, calls } = setUp({ data: [STRIKE] })
    expect((await api.strikes(3)).records).toMatchObject([{ lat: 30.5, lon: 120.25 }])
    expect(calls).toEqual([
      {
        service: 'special',
        path: '/fast-lightning/rest/strikes',
        query: { minutes: '3' },
        priority: 'lightning',
        product: 'lightning',
      },
    ])
  })

  it('are requested in a box if the server supports it', async () => {
    const { api, calls } = setUp({ data: [] })
    await api.strikes(3, undefined, BOX)
    await api.strikes(3, undefined, { ...BOX, east: 190 })
    expect(calls.map(({ query }) => query)).toEqual([{ minutes: '3', bbox: '115,30,120,35' }, { minutes: '3' }])
  })

  it('by the thousand are read in parts, between which others have a turn', async () => {
    const data = Array.from({ length: 2_500 }, (_, i) => (i === 1_700 ? { lat: 'none' } : { ...STRIKE, lat: i / 100 }))
    let turns = 0
    const inParts = setUp({ data }, {}, { nextTurn: async () => turns++ })
    expect(await inParts.api.strikes(5)).toEqual(await setUp({ data }).api.strikes(5))
    expect(turns).toBe(3)
  })

  it('contain the length of their window', async () => {
    const window = { from: '2026-07-01T07:57:00Z', to: '2026-07-01T08:00:30Z' }
    const { api } = setUp({ ...window, data: [] })
    expect(await api.strikes(3)).toEqual({ records: [], dropped: 0, position: null, spanMs: 210_000, notObserved: [] })
  })

  it('have no length if their window is longer than any response', async () => {
    const { api } = setUp({ from: '2026-07-01T00:00:00Z', to: '2026-07-01T08:00:00Z', data: [] })
    expect((await api.strikes(5)).spanMs).toBeUndefined()
  })

  it('contain the position of the responding server', async () => {
    expect((await setUp({ position: 'log-7', data: [] }).api.strikes(3)).position).toBe('log-7')
    expect((await setUp({ position: 'log-7', data: [] }).api.latestReports('all')).position).toBe('log-7')
    expect((await setUp({ position: 7, data: [] }).api.strikes(3)).position).toBeNull()
  })

  it('contain the gaps of a relay', async () => {
    const not_observed = [
      { from: '2026-07-01T07:58:00Z', to: '2026-07-01T07:59:00Z' },
      { from: 'once', to: 'later' },
    ]
    const fromMs = Date.UTC(2026, 6, 1, 7, 58)
    expect((await setUp({ data: [], not_observed }).api.strikes(3)).notObserved).toEqual([
      { fromMs, toMs: fromMs + 60_000 },
    ])
    expect((await setUp({ data: [], not_observed: 'all of it' }).api.strikes(3)).notObserved).toEqual([])
  })

  it('lose an unreadable field of the response, and nothing else', async () => {
    const odd = { minutes: '3', from: 1782892800, to: {}, checked_at: [], count: '1', buckets: 'none' }
    expect((await setUp({ ...odd, data: [STRIKE] }).api.strikes(3)).records).toHaveLength(1)
    expect(await setUp({ ...odd, count: '2', data: [STRIKE] }).api.strikes(3)).toMatchObject({ absent: 1 })
  })

  it('have their numbers from texts too', async () => {
    const [strike] = (await setUp({ data: [{ ...STRIKE, pol: '-1', mds: '1.2e3', alt: 'low' }] }).api.strikes(3))
      .records
    expect(strike).toMatchObject({ pol: -1, mds: 1_200, alt: null })
  })

  it('lose one bad record and keep the others', async () => {
    const { api } = setUp({ data: [STRIKE, { ...STRIKE, lat: 'north' }, { ...STRIKE, lat: 31 }] })
    expect(await api.strikes(1)).toMatchObject({ records: [{ lat: 30.5 }, { lat: 31 }], dropped: 1 })
  })

  it('are an error, not an empty minute, if the response is unreadable', async () => {
    await expect(setUp({ oops: 1 }).api.strikes(1)).rejects.toMatchObject({ reason: 'unavailable' })
    await expect(setUp({ detail: 'Not Found' }, { status: 404 }).api.strikes(1)).rejects.toMatchObject({
      reason: 'bad-request',
      status: 404,
    })
  })
})

describe('latest reports', () => {
  it('are requested by airport, or for all', async () => {
    const { api, calls } = setUp({ data: [REPORT] })
    expect((await api.latestReports(['ZSPD', 'ZSSS'])).records).toMatchObject([{ icao: 'ZSPD' }])
    await api.latestReports('all')
    expect(calls.map(({ path, query, priority, product }) => [path, query, priority, product])).toEqual([
      ['/fast-metar/rest/parsed', { icaos: 'ZSPD,ZSSS' }, 'metar', 'metar'],
      ['/fast-metar/rest/parsed/all', {}, 'metar', 'metar'],
    ])
  })

  it.each([[[REPORT]], [{ data: { ZSPD: REPORT } }], [{ ZSPD: REPORT.raw_metar }], [{ data: { reports: [REPORT] } }]])(
    'are read from any plausible shape (%j)',
    async (body) => {
      expect((await setUp(body).api.latestReports('all')).records).toMatchObject([
        { icao: 'ZSPD', raw_metar: REPORT.raw_metar },
      ])
    },
  )

  it('are empty for unknown airports', async () => {
    const { api } = setUp({ detail: 'unknown' }, { status: 404 })
    expect(await api.latestReports(['XXXX'])).toMatchObject({ records: [], dropped: 0 })
    await expect(api.latestReports('all')).rejects.toMatchObject({ status: 404 })
  })

  it('cost no call without airports', async () => {
    const { api, calls } = setUp({ data: [] })
    expect(await api.latestReports([])).toMatchObject({ records: [], dropped: 0 })
    expect(calls).toEqual([])
  })
})

/** Responses with status 200 without records, which do not state an empty list. */
const NO_ANSWERS: unknown[] = [
  { code: 50_000, message: 'the database did not answer', data: null },
  { code: 50_000, message: 'the database did not answer', data: [] },
  { code: 'E_TIMEOUT', data: [] },
  { code: 0, message: 'ok', data: null },
  { error: 'timeout' },
  { error: { message: 'timeout' }, data: [] },
  { errors: ['timeout'], data: [] },
  { success: false, data: [] },
  { status: 'error', data: [] },
  { detail: 'Internal error.' },
  { message: 'try later', data: {} },
  { data: null },
  {},
  'try later',
  7,
  [{ error: 'timeout' }, { error: 'timeout' }],
]

describe('a response of the dedicated line', () => {
  it.each(NO_ANSWERS.map((body) => [body]))(
    'that is invalid is an error, and never "no reports" (%j)',
    async (body) => {
      const { api } = setUp(body)
      await expect(api.latestReports('all')).rejects.toBeInstanceOf(ContractError)
      await expect(api.latestReports(['ZSPD'])).rejects.toBeInstanceOf(ContractError)
      await expect(api.latency('all')).rejects.toBeInstanceOf(ContractError)
    },
  )

  it.each(NO_ANSWERS.slice(0, -1).map((body) => [body]))(
    'that is invalid is an error, and never "no strikes" (%j)',
    async (body) => {
      await expect(setUp(body).api.strikes(5)).rejects.toBeInstanceOf(ContractError)
    },
  )

  it.each([[[]], [{ data: [] }], [{ code: 0, message: 'ok', data: [] }], [{ code: '200', data: { reports: [] } }]])(
    'may be empty (%j)',
    async (body) => {
      expect(await setUp(body).api.latestReports('all')).toMatchObject({ records: [], dropped: 0 })
    },
  )
})

describe('latency', () => {
  it('is requested without a credential', async () => {
    const { api, calls } = setUp({ data: [{ icao: 'ZSPD', avg_latency_seconds: 93.5, sample_count: 12 }] })
    expect((await api.latency('all')).records).toMatchObject([{ icao: 'ZSPD', avg_latency_seconds: 93.5 }])
    expect(calls[0]).toMatchObject({ path: '/fast-metar/rest/latency/all', product: null })
  })
})

describe('a response of the standard service', () => {
  it('is its payload with its age', async () => {
    const { api, calls } = setUp(envelope(OBSERVATION), { asOfMs: 777, stale: true })
    expect(await api.observationAtPoint({ lat: 31.23, lon: 121.47 })).toEqual({
      kind: 'data',
      data: OBSERVATION,
      asOfMs: 777,
      stale: true,
    })
    expect(calls).toEqual([
      {
        service: 'standard',
        path: '/v1/weather/observation/point/realtime',
        query: { lat: '31.23', lon: '121.47' },
        priority: 'rest',
        product: 'standard',
      },
    ])
  })

  it('is empty after a 404, with or without a body', async () => {
    for (const body of [null, { message: 'no data' }]) {
      expect(await setUp(body, { status: 404 }).api.observationAtStation('58362')).toEqual({ kind: 'none' })
    }
  })

  it('is empty if a success has no content', async () => {
    const none = { kind: 'none' }
    const at = { lat: 1, lon: 2 }
    expect(await setUp(envelope(null)).api.observationAtPoint(at)).toEqual(none)
    expect(await setUp(envelope({ meta: {}, records: {} })).api.observationAtPoint(at)).toEqual(none)
    expect(await setUp(envelope({ data: { time: [] } })).api.forecastHourly(at)).toEqual(none)
    const history = { icaos: ['ZSPD'], fromMs: 0, toMs: 1 }
    expect(await setUp(envelope({ count: 0, records: [] })).api.metarHistory(history)).toEqual(none)
  })

  it('is an error without a list of fires, which says nothing about fires', async () => {
    const at = { lat: 31, lon: 117, radiusKm: 50 }
    for (const answer of [setUp(envelope(null)), setUp({ detail: 'Not Found' }, { status: 404 })]) {
      await expect(answer.api.firesInBox(BOX)).rejects.toMatchObject({ reason: 'unavailable' })
      await expect(answer.api.firesNearby(at)).rejects.toMatchObject({ reason: 'unavailable' })
      expect(await answer.api.heldFiresInBox(BOX)).toEqual({ kind: 'none' })
    }
  })

  it('is a list with an age where there are no fires', async () => {
    const { api } = setUp(envelope({ count: 0, items: [] }))
    expect(await api.firesInBox(BOX)).toEqual({ kind: 'data', data: [], asOfMs: 1_000, stale: false })
  })

  it('is an error if none of its records is readable', async () => {
    const { api } = setUp(envelope({ count: 1, items: [{ hotspot_id: 'h1' }] }))
    await expect(api.firesInBox(BOX)).rejects.toMatchObject({ reason: 'unavailable' })
  })

  it.each([3, '3'])('is an error if it is empty and its count is not (%j)', async (count) => {
    const { api } = setUp(envelope({ count, items: [], records: [], stations: [] }))
    await expect(api.firesInBox(BOX)).rejects.toThrow('none of 3 records is readable')
    await expect(api.metarHistory({ icaos: ['ZSPD'], fromMs: 0, toMs: 1 })).rejects.toThrow('none of 3 records')
    await expect(api.airports()).rejects.toThrow('none of 3 records')
  })

  it.each([{ meta: null }, { meta: 'Fuzhou' }, { units: [] }, { meta: { station_id: {} } }])(
    'loses an unreadable field of an observation, and nothing else: %j',
    async (over) => {
      const answer = await setUp(envelope({ ...OBSERVATION, ...over })).api.observationAtPoint({ lat: 1, lon: 2 })
      expect(answer).toMatchObject({ data: { records: { temperature: 30 } } })
    },
  )

  it('loses a step of a forecast with its time', async () => {
    const data = { time: [null, '2026-07-01T09:00:00+08:00'], temperature: [1, 2] }
    const answer = await setUp(envelope({ data })).api.forecastHourly({ lat: 1, lon: 2 })
    expect(answer).toMatchObject({ data: { data: { time: ['', '2026-07-01T09:00:00+08:00'], temperature: [1, 2] } } })
  })

  it.each([
    [200, 40000, 'bad-request'],
    [400, 40000, 'bad-request'],
    [200, 40100, 'unauthorised'],
    [200, 42900, 'rate-limited'],
    [200, 50301, 'budget'],
    [200, 50000, 'unavailable'],
    [200, 7, 'unavailable'],
  ])('with status %i and code %i is an error: %s', async (status, code, reason) => {
    const { api } = setUp({ code, message: 'at most 5 stations' }, { status })
    const failing = api.metarHistory({ icaos: ['ZSPD'], fromMs: 0, toMs: 1 })
    await expect(failing).rejects.toMatchObject({ reason, message: expect.stringContaining('at most 5 stations') })
  })

  it('that is not an envelope is an error by its status', async () => {
    const at = { lat: 1, lon: 2 }
    const unreadable = setUp([1, 2]).api.observationAtPoint(at)
    await expect(unreadable).rejects.toMatchObject({ reason: 'unavailable' })
    const refused = setUp({ detail: 'lat is required' }, { status: 422 }).api.observationAtPoint(at)
    await expect(refused).rejects.toMatchObject({ reason: 'bad-request', status: 422 })
  })

  it('whose payload is unreadable contains the problem', async () => {
    const failing = setUp(envelope({ items: 'many' })).api.firesInBox(BOX)
    await expect(failing).rejects.toThrow(/fire-point\/bbox: the response is unreadable \(items/)
  })
})

describe('the calls', () => {
  it('write their parameters as the document names them', async () => {
    const { api, calls } = setUp(envelope({ items: [FIRE], records: [], stations: [], data: { time: ['x'] } }))
    await api.firesInBox(BOX)
    await api.firesNearby({ lat: 31, lon: 117, radiusKm: 50 })
    await api.forecastHourly({ lat: 31, lon: 117, hours: 24, timezone: 'UTC' })
    await api.forecastDaily({ lat: 31, lon: 117, dataset: 'soil_moisture', days: 0 })
    await api.metarHistory({ icaos: ['ZSPD', 'ZSSS'], fromMs: 0, toMs: 86_400_000 })
    await api.airports()
    expect(calls.map(({ path, query }) => [path, query])).toEqual([
      ['/v1/fire-point/bbox', { min_lon: '115', min_lat: '30', max_lon: '120', max_lat: '35' }],
      ['/v1/fire-point/nearby', { lat: '31', lon: '117', radius_km: '50' }],
      [
        '/v1/weather/forecast/point/hourly',
        { latitude: '31', longitude: '117', dataset: 'surface', forecast_hours: '24', timezone: 'UTC' },
      ],
      [
        '/v1/weather/forecast/point/daily',
        { latitude: '31', longitude: '117', dataset: 'soil_moisture', forecast_days: '0' },
      ],
      [
        '/v1/metar/observation',
        { stations: 'ZSPD,ZSSS', start_time: '1970-01-01T00:00:00Z', end_time: '1970-01-02T00:00:00Z' },
      ],
      ['/v1/metar/stations', {}],
    ])
  })

  it('request cached fires beside the box', async () => {
    const { api, calls } = setUp(envelope({ items: [FIRE] }))
    await api.heldFiresInBox(BOX)
    expect(calls[0]!.query).toEqual({ min_lon: '115', min_lat: '30', max_lon: '120', max_lat: '35', held: 'only' })
  })

  it('hand the signal on', async () => {
    const { api, calls } = setUp(envelope({ items: [] }))
    const { signal } = new AbortController()
    await api.firesInBox(BOX, signal)
    expect(calls[0]!.signal).toBe(signal)
  })
})
