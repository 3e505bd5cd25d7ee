import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { createFakeLayerSource } from '../../testing/fakes/fake-layer-source.ts'
import { loadStaticFiles } from '../web/static.ts'

const KEY = 'recognisable-credential'
const MINUTE_MS = 60_000
const US = { attribution: 'Us', headers: { 'x-key': KEY } }
const SOURCE = 'http://source.example'
const LAYERS = [
  {
    id: 'radar',
    name: 'Radar',
    kind: 'wms',
    url: `${SOURCE}/wms?user=${KEY}`,
    layers: 'radar',
    ...US,
    time: { stepMin: 10, delayMin: 5, keepHours: 2 },
  },
  { id: 'sat', name: 'Satellite', kind: 'xyz', url: `${SOURCE}/tiles/{z}/{x}/{y}.png`, maxZoom: 6, ...US },
  { id: 'areas', name: 'Areas', kind: 'geojson', url: `${SOURCE}/areas.geojson`, ...US },
  { id: 'own', name: 'File', kind: 'geojson', url: 'own.geojson', attribution: 'Us' },
  {
    id: 'far',
    name: 'Far',
    kind: 'xyz',
    url: 'https://tiles.example/{z}/{x}/{y}',
    attribution: 'They',
    via: 'browser',
  },
]

/** A server with these layers over the fake source, ten seconds after a step. */
async function setUp(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'brontide-layers-'))
  const file = join(folder, 'layers.json')
  writeFileSync(file, JSON.stringify(LAYERS))
  writeFileSync(join(folder, 'own.geojson'), '{"type":"FeatureCollection","features":[]}')
  writeFileSync(join(folder, 'index.html'), '<head></head>')
  const { app: source, state } = createFakeLayerSource({ key: KEY })
  const fetched: RequestInit[] = []
  const server = setUpAppServer(
    { LAYERS_FILE: file, ...env },
    {
      fetch: async (url, init) => {
        fetched.push(init)
        return source.fetch(new Request(url, init))
      },
      page: loadStaticFiles(folder),
    },
  )
  const nowMs = server.clock.now()
  const stepMs = Math.floor((nowMs - 5 * MINUTE_MS) / (10 * MINUTE_MS)) * 10 * MINUTE_MS
  const radar = (ms = stepMs) => `/api/layers/radar/3/6/2?time=${new Date(ms).toISOString()}`
  return { ...server, state, fetched, stepMs, radar }
}

it('fetches a tile at its step, and caches it for others', async () => {
  const { request, radar, state, clock } = await setUp()
  const first = await request(radar())
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(first.headers.get('x-brontide-as-of')).toBe(new Date(clock.now()).toISOString().replace('.000', ''))
  await request(radar())
  expect(state.asked).toHaveLength(1)
  await clock.advance(2 * MINUTE_MS)
  await request(radar())
  expect(state.asked).toHaveLength(2)
})

it('makes the past cacheable, and requests it once', async () => {
  const { request, radar, state, stepMs, clock } = await setUp()
  const past = radar(stepMs - 20 * MINUTE_MS)
  expect((await request(past)).headers.get('cache-control')).toBe('public, max-age=3600')
  await clock.advance(30 * MINUTE_MS)
  await request(past)
  expect(state.asked).toHaveLength(1)
})

it('serves the tiles and steps of its layers only', async () => {
  const { request, radar, stepMs, state } = await setUp()
  const statusOf = async (path: string) => (await request(path)).status
  for (const path of [
    'none/1/1/1',
    'sat/7/1/1',
    'sat/3/8/1',
    'sat/3/1/-1',
    'sat/3/1/1e1',
    'areas/1/1/1',
    'sat/data',
    'far/1/1/1',
  ])
    expect(await statusOf(`/api/layers/${path}`), path).toBe(404)
  for (const path of [radar(stepMs + MINUTE_MS), radar(stepMs + 30 * MINUTE_MS), radar(stepMs - 300 * MINUTE_MS)])
    expect(await statusOf(path), path).toBe(400)
  for (const path of [
    '/api/layers/radar/3/6/2',
    '/api/layers/radar/3/6/2?time=now',
    '/api/layers/sat/3/1/1?time=2026-07-01T08:00:00Z',
  ])
    expect(await statusOf(path), path).toBe(400)
  expect(state.asked).toEqual([])
})

it.each([
  ['a document where a picture should be', { status: 200, body: '<svg onload="x()"/>' }, 502, 'unreadable'],
  ['another address', { status: 302, headers: { location: 'http://127.0.0.1/' } }, 502, 'moved'],
  ['a refusal', { status: 403 }, 502, 'refused'],
  ['a failure', { status: 500, body: KEY }, 502, 'unavailable'],
  ['more than a tile can be', { status: 200, body: new Uint8Array(5 * 1024 * 1024) }, 502, 'too-large'],
])('passes on no more than the kind of a failure: %s', async (_, fails, status, reason) => {
  const { request, state } = await setUp()
  state.fails = fails
  const answer = await request('/api/layers/sat/3/6/2')
  expect(answer.status).toBe(status)
  expect(await answer.json()).toEqual({ detail: `the source of this layer: ${reason}`, reason })
})

it.each([
  ['{"type":"Topology","objects":{},"arcs":[]}', 'unreadable'],
  ['{"geometryType":"esriGeometryPoint","features":[]}', 'unreadable'],
  ['{"type":"FeatureCollection"}', 'unreadable'],
  [
    '{"type":"FeatureCollection","features":[],"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}}}',
    'other-crs',
  ],
])('rejects files that the map cannot draw, or would draw elsewhere: %s', async (body, reason) => {
  const { request, state } = await setUp()
  state.fails = { status: 200, body }
  const answer = await request('/api/layers/areas/data')
  expect([answer.status, ((await answer.json()) as { reason: string }).reason]).toEqual([502, reason])
})

it('reports that a WMS cannot draw the requested layer', async () => {
  const { request, state, radar } = await setUp()
  state.fails = { status: 200, headers: { 'content-type': 'text/xml' }, body: '<ServiceExceptionReport/>' }
  expect(await (await request(radar())).json()).toMatchObject({ reason: 'unreadable' })
})

it('pauses for a failed source, then serves cached data, marked as such', async () => {
  const { request, state, clock } = await setUp()
  await request('/api/layers/sat/3/6/2')
  state.fails = { status: 500 }
  await clock.advance(2 * MINUTE_MS)
  const stale = await request('/api/layers/sat/3/6/2')
  expect([stale.status, stale.headers.get('x-brontide-stale')]).toEqual([200, 'true'])
  await request('/api/layers/sat/3/6/2')
  expect(state.asked).toHaveLength(2)
  state.fails = null
  await clock.advance(4_000)
  expect((await request('/api/layers/sat/3/6/2')).headers.has('x-brontide-stale')).toBe(false)
})

it('has nothing if a source has nothing', async () => {
  const { request, state } = await setUp()
  state.fails = { status: 404 }
  expect((await request('/api/layers/sat/3/6/2')).status).toBe(204)
  expect((await request('/api/layers/areas/data')).status).toBe(502)
})

it('reads GeoJSON by address and by file', async () => {
  const { request } = await setUp()
  expect(await (await request('/api/layers/own/data')).json()).toEqual({ type: 'FeatureCollection', features: [] })
  expect(await (await request('/api/layers/areas/data')).json()).toMatchObject({
    features: [{ properties: { name: 'East' } }],
  })
})

it('keeps a credential from pages, errors and the log, even if a source repeats it', async () => {
  const { request, radar, state, lines, fetched } = await setUp()
  const told = [await (await request('/api/layers')).text(), await (await request('/api/layers/areas/data')).text()]
  state.fails = { status: 500, body: KEY, headers: { 'x-echo': KEY } }
  const failed = await request(radar())
  told.push(
    await failed.text(),
    JSON.stringify([...failed.headers]),
    await (await request('/metrics')).text(),
    ...lines,
  )
  expect(fetched[0]).toMatchObject({ headers: { 'x-key': KEY }, redirect: 'manual' })
  expect(told.join('\n')).not.toContain(KEY)
  expect(told[1]).toContain('[secret]')
  expect(lines.join('\n')).toContain('layer of LAYERS_FILE unavailable')
})

it('lists layers in order, with a URL only if the browser requests the source', async () => {
  const { request } = await setUp()
  const { layers } = (await (await request('/api/layers')).json()) as { layers: { id: string; url: string | null }[] }
  expect(layers.map(({ id, url }) => [id, url])).toEqual([
    ['radar', null],
    ['sat', null],
    ['areas', null],
    ['own', null],
    ['far', 'https://tiles.example/{z}/{x}/{y}'],
  ])
  expect(await (await request('/api/config')).json()).toMatchObject({ hasOwnLayers: true })
})

it('requires access to the map', async () => {
  const { request, radar, state } = await setUp({
    ACCESS: 'oidc',
    OIDC_IDENTITY_HEADER: 'x-user',
    TRUSTED_PROXIES: '10.0.0.0/8',
  })
  for (const path of ['/api/layers', radar(), '/api/layers/areas/data']) expect((await request(path)).status).toBe(401)
  expect(state.asked).toEqual([])
})

it('allows the page the origins that the browser requests, and none without any', async () => {
  const policyOf = async ({ request }: Pick<Awaited<ReturnType<typeof setUp>>, 'request'>) =>
    (await request('/')).headers.get('content-security-policy')
  expect(await policyOf(await setUp())).toMatch(/connect-src 'self' [^;]*https:\/\/tiles\.example;/)
  expect(await policyOf(await setUp({ LAYERS_FILE: '' }))).not.toContain('example;')
})

it('counts responses by result', async () => {
  const { request, state } = await setUp()
  await request('/api/layers/sat/3/6/2')
  await request('/api/layers/sat/3/6/2')
  state.fails = { status: 500 }
  await request('/api/layers/sat/3/6/3')
  const metrics = await (await request('/metrics')).text()
  for (const [result, count] of [
    ['fetched', 1],
    ['held', 1],
    ['failed', 1],
    ['refused', 0],
  ])
    expect(metrics).toContain(`brontide_layer_answers_total{layer="sat",result="${result}"} ${count}`)
})
