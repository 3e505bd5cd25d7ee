import { describe, expect, it } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { ReportRecord } from '../../contract/metar.ts'
import { passwordLine, setUpAccess } from '../../testing/access-kit.ts'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { reportRecord, strikeRecord } from '../../testing/fakes/fake-source.ts'
import { stormAt } from '../../testing/fakes/fake-storm.ts'
import { observed, START_MS, setUpHistory, strikeAt } from '../../testing/history-kit.ts'
import { setUpWatch } from '../../testing/watch-kit.ts'
import type { NowcastService } from '../nowcast/nowcast-service.ts'

const MINUTE_MS = 60_000

interface Page {
  features: { id: string | number; geometry: { coordinates: number[] }; properties: Record<string, unknown> }[]
  numberReturned: number
  numberMatched?: number
  links: { href: string; rel: string }[]
  'brontide:period'?: [string, string]
  'brontide:notObserved': [string, string][]
  'brontide:observedAreas'?: { bbox: number[]; asOf: string }[]
}

async function setUp(records: StrikeRecord[] = [], over: { nowcast?: NowcastService } = {}) {
  const { history, clock, batch } = setUpHistory()
  await history.write(observed(START_MS - 72 * 60 * MINUTE_MS, START_MS))
  await batch(...records)
  const { watch, places } = await setUpWatch({ history, clock })
  const kit = setUpAppServer({}, { history, clock, watch, places, ...over })
  const page = async (path: string) => {
    const response = await kit.request(path)
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as Page
  }
  return { ...kit, history, page, batch }
}

const items = (collection: string, query = '') => `/ogc/collections/${collection}/items${query}`
const at = (ms: number) => new Date(ms).toISOString()
const linkOf = ({ links }: Page, rel: string) => links.find((link) => link.rel === rel)?.href
const pathOf = (href: string) => href.replace('http://map.example.com', '')

describe('what there is', () => {
  it('is described with links to all resources', async () => {
    const { request } = await setUp()
    const landing = (await (await request('/ogc')).json()) as Page
    expect(landing.links.map(({ rel }) => rel)).toEqual(['self', 'service-desc', 'conformance', 'data', 'alternate'])
    for (const { href } of landing.links.slice(0, 4)) expect((await request(pathOf(href))).status).toBe(200)
    const { collections } = (await (await request('/ogc/collections')).json()) as {
      collections: { id: string; links: Page['links'] }[]
    }
    expect(collections.map(({ id }) => id)).toEqual(['strikes', 'storms', 'places', 'airports', 'fires'])
    expect(collections[0]!.links[1]).toMatchObject({
      rel: 'items',
      href: 'http://map.example.com/ogc/collections/strikes/items',
    })
  })

  it('names the allowed requests', async () => {
    const { request } = await setUp()
    const refusals = [
      [items('rain'), 404, 'Unknown collection: available are strikes, storms, places, airports, fires.'],
      ['/ogc/collections/rain', 404, 'Unknown collection: available are strikes, storms, places, airports, fires.'],
      ['/ogc/tiles', 404, 'No resource at /ogc/tiles.'],
      [items('strikes', '?crs=84'), 400, 'unknown parameter crs: allowed are bbox, datetime, limit, next, token'],
      [items('strikes', '?bbox=1,2,3'), 400, expect.stringMatching(/^bbox must be west,south,east,north/)],
      [items('strikes', '?datetime=yesterday'), 400, expect.stringMatching(/^datetime must be a moment, as 2026/)],
      [
        items('strikes', '?datetime=2026-07-01T09:00Z/2026-07-01T08:00Z'),
        400,
        expect.stringContaining('datetime must'),
      ],
      [items('strikes', '?limit=0'), 400, 'limit must be at least 1, got 0'],
      [items('strikes', '?next=17'), 400, 'next must be the value from the link to the next page'],
      [
        items('airports', '?datetime=2026-07-01T00:00Z/2026-07-01T07:00Z'),
        400,
        expect.stringMatching(/^datetime must/),
      ],
      [items('strikes', '/none'), 404, 'No feature in strikes has this id.'],
    ] as const
    for (const [path, status, detail] of refusals) {
      const response = await request(path)
      expect([path, response.status, await response.json()]).toEqual([path, status, { detail }])
    }
    const posted = await request('/ogc/collections', { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET'])
  })
})

describe('strikes', () => {
  it('are sorted newest first, with every digit of their time, each by its id as well', async () => {
    const { page, request } = await setUp([
      strikeRecord({ time: BigInt(START_MS - 5_000) * 1_000_000n + 123_456n, lat: 23.1, lon: 113.3 }),
      strikeAt(START_MS - 2 * MINUTE_MS),
    ])
    const answer = await page(items('strikes'))
    expect([answer.numberReturned, answer.numberMatched, linkOf(answer, 'next')]).toEqual([2, 2, undefined])
    const [newest] = answer.features
    expect(newest).toMatchObject({
      type: 'Feature',
      id: `${START_MS - 5_000}123456_23.1_113.3`,
      geometry: { type: 'Point', coordinates: [113.3, 23.1] },
      properties: { time: `${at(START_MS - 5_000).slice(0, -1)}123456Z`, pol: -1, mds: 9000 },
    })
    const one = await request(items('strikes', `/${newest!.id}`))
    expect(one.headers.get('content-type')).toBe('application/geo+json')
    expect(await one.json()).toMatchObject({ id: newest!.id, links: [{ rel: 'self' }, { rel: 'collection' }] })
  })

  it('are complete by the links, without duplicates, for equal moments too', async () => {
    const same = BigInt(START_MS - 90_000) * 1_000_000n
    const records = Array.from({ length: 25 }, (_, i) =>
      i % 5 < 3 ? strikeRecord({ time: same, lat: i, lon: 100 }) : strikeAt(START_MS - i * 20_000),
    )
    const { page } = await setUp(records)
    const ids: (string | number)[] = []
    let path: string | undefined = items('strikes', '?limit=4')
    for (let pages = 0; path && pages < 10; pages++) {
      const answer: Page = await page(path)
      expect(answer.numberReturned).toBeLessThanOrEqual(4)
      ids.push(...answer.features.map(({ id }) => id))
      const next = linkOf(answer, 'next')
      path = next && pathOf(next)
    }
    expect(path).toBeUndefined()
    expect([ids.length, new Set(ids).size]).toEqual([25, 25])
    const whole = await page(items('strikes'))
    expect(ids).toEqual(whole.features.map(({ id }) => id))
  })

  it('are those in the box, across the antimeridian too, and in the period with both ends', async () => {
    const { page } = await setUp([
      strikeAt(START_MS - 60_000, { lat: 10, lon: 179.5 }),
      strikeAt(START_MS - 50_000, { lat: 10, lon: -179.5 }),
      strikeAt(START_MS - 40_000, { lat: 10, lon: 0 }),
    ])
    const lons = async (query: string) =>
      (await page(items('strikes', query))).features.map(({ geometry }) => geometry.coordinates[0])
    expect(await lons('?bbox=179,0,-179,20')).toEqual([-179.5, 179.5])
    expect(await lons('?bbox=-1,0,-5,1,20,5')).toEqual([0])
    expect(await lons(`?datetime=../${at(START_MS - 50_000)}`)).toEqual([-179.5, 179.5])
    expect(await lons(`?datetime=${at(START_MS - 50_000)}/${at(START_MS - 40_001)}`)).toEqual([-179.5])
    expect(await lons(`?datetime=${at(START_MS - 40_000)}`)).toEqual([0])
    expect(await lons(`?datetime=${at(START_MS + 40_000)}/..`)).toEqual([])
  })

  it('have the unobserved periods beside them', async () => {
    const { page, history } = await setUp()
    const lost = { fromMs: START_MS - 20 * MINUTE_MS, toMs: START_MS - 10 * MINUTE_MS }
    await history.write({ kind: 'lost', feed: 'lightning', ...lost })
    const answer = await page(items('strikes', `?datetime=${at(START_MS - 60 * MINUTE_MS)}/..`))
    expect(answer).toMatchObject({ features: [], numberMatched: 0 })
    expect(answer['brontide:notObserved'].map(([from, to]) => [Date.parse(from), Date.parse(to)])).toEqual([
      [lost.fromMs, lost.toMs],
    ])
    expect(answer['brontide:period']!.map((end) => Date.parse(end))).toEqual([START_MS - 60 * MINUTE_MS, START_MS])
  })

  it.each(['strikes', 'storms', 'fires'])('of the future, as all %s, are unobserved', async (collection) => {
    const { page } = await setUp()
    const fromMs = START_MS + 180 * MINUTE_MS
    const toMs = START_MS + 240 * MINUTE_MS
    const answer = await page(items(collection, `?datetime=${at(fromMs)}/${at(toMs)}`))
    expect(answer.features).toEqual([])
    const [span] = answer['brontide:notObserved'].map((ends) => ends.map((end) => Date.parse(end)))
    expect(span![0]).toBeLessThanOrEqual(fromMs)
    expect(span![1]).toBeGreaterThanOrEqual(toMs)
  })

  it('have at most 10,000 a page, and 120 minutes', async () => {
    const { page } = await setUp([
      ...Array.from({ length: 10_001 }, (_, i) => strikeAt(START_MS - 60_000 + (i % 50_000))),
      ...Array.from({ length: 130 }, (_, i) => strikeAt(START_MS - (i + 2) * MINUTE_MS)),
    ])
    const first = await page(items('strikes', '?limit=1000000'))
    expect([first.numberReturned, first.numberMatched]).toEqual([10_000, undefined])
    expect((await page(items('strikes'))).numberReturned).toBe(1_000)
    const nothing = await page(items('strikes', '?bbox=0,0,1,1'))
    expect([nothing.numberReturned, nothing.numberMatched]).toEqual([0, undefined])
    const rest = await page(pathOf(linkOf(nothing, 'next')!))
    expect([rest.numberReturned, linkOf(rest, 'next')]).toEqual([0, undefined])
  })

  it('are rejected while too many responses of the past are unread, without tokens in links', async () => {
    const { request, page } = await setUp([strikeAt(START_MS - 60_000), strikeAt(START_MS - 50_000)])
    const held = await Promise.all(Array.from({ length: 64 }, () => request(items('strikes'))))
    const refused = await request(items('strikes'))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    for (const each of held) await each.body?.cancel()
    const { links } = await page(items('strikes', '?limit=1&token=ft-secret'))
    expect(links.map(({ rel }) => rel)).toEqual(['self', 'next', 'collection'])
    expect(JSON.stringify(links)).not.toContain('ft-secret')
  })
})

it('has present storms, and reports past ones as unknown', async () => {
  const motion = { kind: 'moving', headingDeg: 90, speedKmh: 40, errorKmh: 5 } as const
  const storm = stormAt({ lat: 31, lon: 121 }, { id: 7, strokesPerMin: 6, motion })
  const outlook = { atMs: START_MS - 20_000, isWatched: true, storms: [storm], rings: [] }
  const nowcast = { latest: () => ({ outlook, places: [], isObserved: true }) } as unknown as NowcastService
  const { page, request } = await setUp([], { nowcast })
  const now = await page(items('storms', '?bbox=120,30,122,32'))
  expect(now.features).toMatchObject([
    { id: 7, geometry: { coordinates: [121, 31] }, properties: { strokesPerMin: 6, motion: 'moving', speedKmh: 40 } },
  ])
  expect(now['brontide:notObserved']).toEqual([])
  expect((await page(items('storms', '?bbox=0,0,1,1'))).features).toEqual([])
  expect((await request(items('storms', '/7'))).status).toBe(200)
  const before = await page(items('storms', `?datetime=../${at(START_MS - 60 * MINUTE_MS)}`))
  expect(before.features).toEqual([])
  outlook.storms = []
  const unknown = await setUp()
  const period = `?datetime=${at(START_MS - MINUTE_MS)}/${at(START_MS)}`
  expect((await unknown.page(items('storms', period)))['brontide:notObserved']).toHaveLength(1)
})

it('have guarded places with their rings, by bounding box', async () => {
  const { page, request } = await setUp()
  const { features } = await page(items('places', '?bbox=120,30,121,31'))
  expect(features).toMatchObject([{ id: 'golf', properties: { ringsKm: [5, 8, 16], holdMin: 10 } }])
  expect((await page(items('places', '?bbox=0,0,1,1'))).numberMatched).toBe(0)
  expect((await request(items('places', '/golf'))).status).toBe(200)
})

it('have airports with the current report, now or in the past', async () => {
  const { page, source, history } = await setUp()
  const stations = [
    { icao_code: 'ZSPD', name: '浦东', latitude: 31.1, longitude: 121.8, altitude: 4 },
    { icao_code: 'ZBAA', name: '首都', latitude: 40.1, longitude: 116.6, altitude: 35 },
  ]
  source.answer = () => ({
    status: 200,
    asOfMs: START_MS,
    stale: false,
    body: { code: 0, message: 'ok', data: { stations }, request_id: 'req_1' },
  })
  source.reports = [reportRecord({ obs_time: at(START_MS - 30 * MINUTE_MS) })]
  const older = reportRecord({ obs_time: at(START_MS - 150 * MINUTE_MS), raw_metar: 'METAR ZSPD 010530Z 00000MPS' })
  await history.write({ kind: 'reports', records: [older, ...source.reports] })
  const now = await page(items('airports'))
  expect(now.features).toMatchObject([
    {
      id: 'ZSPD',
      properties: {
        windSpeedMps: 4,
        temperatureC: 28,
        time: at(START_MS - 30 * MINUTE_MS).replace('.000', ''),
        flightCategory: 'vfr',
        ceilingFt: null,
        ceilingKnown: true,
        reportAgeS: 1_800,
      },
    },
    {
      id: 'ZBAA',
      properties: { elevationM: 35, flightCategory: 'unknown', ceilingFt: null, ceilingKnown: false, reportAgeS: null },
    },
  ])
  const then = await page(items('airports', `?datetime=${at(START_MS - 120 * MINUTE_MS)}`))
  expect(then.features).toMatchObject([
    { id: 'ZSPD', properties: { report: 'METAR ZSPD 010530Z 00000MPS', reportAgeS: 1_800 } },
  ])
  expect(then['brontide:notObserved']).toHaveLength(1)
  const future = [START_MS + 180 * MINUTE_MS, START_MS + 240 * MINUTE_MS].map(at).join('/')
  const unknown = await page(items('airports', `?datetime=${future}`))
  expect([unknown.features, unknown['brontide:notObserved'].length]).toEqual([[], 1])
  const next = linkOf(await page(items('airports', '?limit=1')), 'next')
  expect((await page(pathOf(next!))).features.map(({ id }) => id)).toEqual(['ZBAA'])
})

it('has category and ceiling of current reports, and unknown without', async () => {
  const { page, source } = await setUp()
  const told = async (...records: ReportRecord[]) => {
    source.reports = records
    const { features } = await page(items('airports'))
    const { flightCategory, ceilingFt, ceilingKnown } = features[0]!.properties
    return [flightCategory, ceilingFt, ceilingKnown]
  }
  source.answer = () => ({
    status: 200,
    asOfMs: START_MS,
    stale: false,
    body: {
      code: 0,
      message: 'ok',
      request_id: 'req_1',
      data: { stations: [{ icao_code: 'ZSPD', name: '浦东', latitude: 31.1, longitude: 121.8 }] },
    },
  })
  const report = (groups: string, minutesAgo = 5) =>
    reportRecord({
      raw_metar: `METAR ZSPD 010755Z 12004MPS ${groups} 28/22 Q1008`,
      obs_time: at(START_MS - minutesAgo * MINUTE_MS),
    })

  expect(await told(report('0300 FG OVC001'))).toEqual(['lifr', 100, true])
  expect(await told(report('9999 FEW020 BK003'))).toEqual(['unknown', null, false])
  expect(await told(report('9999 BK003 OVC009'))).toEqual(['mvfr', 900, false]) // at least
  expect(await told(report('1/0SM FEW020'))).toEqual(['unknown', null, true])
  expect(await told(report('9999 NSC', 125))).toEqual(['unknown', null, true])
  expect(await told({ ...report('CAVOK'), parsed: { kind: 'METAR', cavok: false } as ReportRecord['parsed'] })).toEqual(
    ['unknown', null, false],
  )
})

it('has the fires of loaded areas, names these areas, and costs nothing', async () => {
  const { page, source, request, token } = await setUp()
  const items_ = ['a', 'b'].map((hotspot_id, i) => ({
    hotspot_id,
    latitude: 31 + i,
    longitude: 111,
    acq_datetime: at(START_MS - (i + 1) * 60 * MINUTE_MS),
  }))
  source.answer = () => ({
    status: 200,
    asOfMs: START_MS,
    stale: false,
    body: { code: 0, message: 'ok', data: { count: 2, items: items_ }, request_id: 'req_1' },
  })
  const empty = await page(items('fires'))
  expect([empty.features, empty['brontide:notObserved'].length, empty['brontide:observedAreas']]).toEqual([[], 1, []])
  const headers = { authorization: `Bearer ${(await token('standard')).token}` }
  await request('/v1/fire-point/bbox?min_lon=110&min_lat=30&max_lon=115&max_lat=35', { headers })
  const asked = source.asked.length
  const known = await page(items('fires', '?bbox=110,30,112,31.5'))
  expect(known.features).toMatchObject([{ id: 'a', geometry: { coordinates: [111, 31] } }])
  expect(known['brontide:observedAreas']).toMatchObject([{ bbox: [110, 30, 115, 35] }])
  expect((await page(items('fires', `?datetime=../${at(START_MS - 90 * MINUTE_MS)}`))).features).toMatchObject([
    { id: 'b' },
  ])
  expect((await request(items('fires', '/b'))).status).toBe(200)
  expect(source.asked).toHaveLength(asked)
})

it('does not call an area observed whose answer is unreadable', async () => {
  const { page, source, request, token } = await setUp()
  const body = { code: 0, message: 'ok', data: { count: 2, items: [] }, request_id: 'req_1' }
  source.answer = () => ({ status: 200, asOfMs: START_MS, stale: false, body })
  const headers = { authorization: `Bearer ${(await token('standard')).token}` }
  await request('/v1/fire-point/bbox?min_lon=110&min_lat=30&max_lon=115&max_lat=35', { headers })
  const known = await page(items('fires'))
  expect([known.features, known['brontide:observedAreas'], known['brontide:notObserved'].length]).toEqual([[], [], 1])
})

it('requires access to the map: the catalogue is public, features need a sign-in or a key', async () => {
  const { history } = setUpHistory()
  const line = await passwordLine('', 'a long enough password')
  const files = { passwords: line, keys: 'gis: sk-of-the-gis-that-is-long-enough' }
  const env = { ACCESS: 'password', ACCESS_PASSWORD_FILE: 'passwords', RELAY_KEYS_FILE: 'keys' }
  const { ask } = setUpAccess(env, files, { history })
  const statuses = async (init: RequestInit = {}) =>
    Promise.all(
      [
        '/ogc',
        '/ogc/collections',
        items('strikes'),
        items('storms'),
        items('places'),
        items('fires'),
        items('strikes', '/x'),
      ].map(async (path) => (await ask(path, init)).status),
    )
  expect(await statuses()).toEqual([200, 200, 401, 401, 401, 401, 401])
  const headers = { authorization: 'Bearer sk-of-the-gis-that-is-long-enough' }
  expect(await statuses({ headers })).toEqual([200, 200, 200, 200, 200, 200, 404])
})
