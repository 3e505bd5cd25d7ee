// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLayerAccess } from '../../../client/layers/layer-access.ts'
import type { LayerKind, ListedLayer } from '../../../contract/layers.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createFakeLayerSource } from '../../../testing/fakes/fake-layer-source.ts'
import { words } from '../../../testing/locales/page-words.ts'
import { type ServerConnection, ServerConnectionProvider } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { useLayerProgress } from './layer-progress.ts'
import LayerRows from './layer-rows.tsx'
import LayersOnMap from './layers-on-map.tsx'

/** A map with sources that requests the visible tile of each when added and on demand. */
const map = vi.hoisted(() => {
  type Answer = (request: { url: string }, abort: AbortController) => Promise<{ data: ArrayBuffer }>
  const protocols = new Map<string, Answer>()
  const sources = new Map<string, { tiles?: string[]; setTiles(tiles: string[]): void; setData(data: unknown): void }>()
  const listeners = new Set<(event: { sourceId: string }) => void>()
  /** The drawn data of each source: bytes of the tile, or a file. */
  const drawn = new Map<string, unknown>()
  async function ask(id: string) {
    const url = sources.get(id)?.tiles?.[0]?.replace(/\{z\}.*/, '5/26/13')
    const answer = url && protocols.get(url.split(':')[0]!)
    if (answer) drawn.set(id, (await answer({ url }, new AbortController())).data.byteLength)
  }
  return {
    protocols,
    sources,
    drawn,
    ask,
    getSource: (id: string) => sources.get(id),
    on: (_: string, listener: (event: { sourceId: string }) => void) => listeners.add(listener),
    off: (_: string, listener: (event: { sourceId: string }) => void) => listeners.delete(listener),
    refreshTiles: (id: string) => void ask(id),
    add(id: string, tiles?: string[]) {
      if (sources.has(id)) return
      const source = { tiles, setTiles: () => {}, setData: (data: unknown) => void drawn.set(id, data) }
      sources.set(id, source)
      void ask(id)
    },
  }
})
vi.mock('maplibre-gl', () => ({
  addProtocol: (scheme: string, answer: never) => map.protocols.set(scheme, answer),
  removeProtocol: (scheme: string) => map.protocols.delete(scheme),
}))
vi.mock('@vis.gl/react-maplibre', () => ({
  useMap: () => ({ current: { getMap: () => map } }),
  Layer: ({ id, type }: { id: string; type: string }) => <i data-testid={type}>{id}</i>,
  Source: ({ id, tiles, children }: { id: string; tiles?: string[]; children: React.ReactNode }) => {
    map.add(id, tiles)
    return <div>{children}</div>
  },
}))

const KINDS: [kind: LayerKind, url: string, path: string, types: string[]][] = [
  ['xyz', 'http://source/tiles/{z}/{x}/{y}.png', '/tiles/5/26/13.png', ['raster']],
  ['wmts', 'http://source/wmts', '/wmts?SERVICE=WMTS', ['raster']],
  ['wmts', 'http://source/wmts/{Layer}/{TileMatrix}/{TileRow}/{TileCol}.png', '/wmts/sat/5/13/26.png', ['raster']],
  ['mvt', 'http://source/vector/{z}/{x}/{y}', '/vector/5/26/13', ['fill', 'line', 'circle']],
  ['geojson', 'http://source/areas.geojson', '/areas.geojson', ['fill', 'line', 'circle']],
]

const AGAIN_MS = 5_500
const FAILED = /^Not shown: source reports an error/

/** Alternates between settling promises and timers, and rendering. */
async function settle() {
  for (let turn = 0; turn < 4; turn++) {
    await act(async () => {
      for (let i = 0; i < 15; i++) {
        vi.advanceTimersByTime(1)
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  useLayerProgress.setState({}, true)
  for (const each of [map.sources, map.drawn]) each.clear()
})

function open(kind: LayerKind, url: string, fails: { status: number } | null = null) {
  const clock = createFakeClock(Date.UTC(2026, 6, 1, 8))
  const { app, state } = createFakeLayerSource()
  state.fails = fails
  const layer: ListedLayer = {
    id: 'mine',
    name: 'Mine',
    nameZh: null,
    kind,
    url,
    layers: 'sat',
    style: null,
    time: null,
    attribution: 'Us',
    opacity: 1,
    minZoom: 0,
    maxZoom: 18,
    on: true,
  }
  let listed: ListedLayer[] = [layer]
  const access = createLayerAccess({
    environment: { clock, fetch: async (address, init) => app.fetch(new Request(address, init)) },
    ask: async () => ({ layers: listed }) as never,
    baseUrl: '',
    credential: async () => '',
    dropCredential: () => {},
  })
  let nowMs = clock.now()
  const ticks = (listener: () => void) =>
    clock.every(1_000, () => {
      nowMs = clock.now()
      listener()
    })
  const live = {
    now: { subscribe: ticks, nowMs: () => nowMs },
    shownTime: { subscribe: () => () => {}, atMs: () => null },
  }
  const connection = { clock, live, layers: async () => access } as unknown as ServerConnection
  usePage.setState({ view: { ...usePage.getInitialState().view, zoom: 5 } })
  render(
    <I18nextProvider i18n={words}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ServerConnectionProvider value={connection}>
          <LayersOnMap />
          <LayerRows />
        </ServerConnectionProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  )
  return {
    state,
    pass: (ms: number) => act(() => clock.advance(ms)),
    drawn: () => map.drawn.get('own-mine'),
    /** The server lists other layers from now on. */
    lists(...next: Partial<ListedLayer>[]) {
      listed = next.map((each) => ({ ...layer, ...each }))
    },
  }
}

it.each(KINDS)('a layer of the kind %s at %s is shown when loaded', async (kind, url, path, types) => {
  const { state, drawn } = open(kind, url)
  await settle()
  expect(screen.getByText(/^Loaded .* ago$/)).toBeTruthy()
  expect(state.asked).toHaveLength(1)
  expect(state.asked[0]).toContain(path)
  if (kind === 'geojson') expect(drawn()).toMatchObject({ features: [{ properties: { name: 'East' } }] })
  else expect(drawn()).toBeGreaterThan(0)
  for (const type of types) expect(screen.getAllByTestId(type)).toHaveLength(1)
})

it.each(KINDS)('a failing layer of the kind %s at %s is reported, and recovers automatically', async (kind, url) => {
  const { state, pass, drawn } = open(kind, url, { status: 500 })
  await settle()
  expect(screen.getAllByText(FAILED)).not.toEqual([])
  if (kind !== 'geojson') expect(drawn()).toBe(0)

  state.fails = null
  await pass(AGAIN_MS)
  vi.advanceTimersByTime(AGAIN_MS)
  await settle()
  expect(screen.getByText(/^Loaded .* ago$/)).toBeTruthy()
  expect(screen.queryAllByText(FAILED)).toEqual([])
  if (kind !== 'geojson') expect(drawn()).toBeGreaterThan(0)
})

it.each([
  [
    'a bad feature',
    '{"type":"FeatureCollection","features":[null,{"type":"Feature","geometry":null}]}',
    /1 unreadable/,
  ],
  ['bad features only', '{"type":"FeatureCollection","features":[null]}', /^Not shown: unreadable data/],
  ['a page of HTML', '<!doctype html>', /^Not shown: unreadable data/],
  ['another coordinate system', '{"type":"FeatureCollection","features":[],"crs":"EPSG:3857"}', /not in WGS 84/],
])('a file with %s says so', async (_, body, said) => {
  const { state } = open('geojson', 'http://source/areas.geojson')
  state.fails = { status: 200, body }
  await settle()
  expect(screen.getAllByText(said)).not.toEqual([])
})

it('takes another list of the server over within a minute, and leaves layers alone while the list is the same', async () => {
  const { state, lists } = open('xyz', 'http://a.test/tiles/{z}/{x}/{y}.png')
  await settle()
  const named = (name: string) => screen.queryAllByText(name)
  const minute = async () => {
    vi.advanceTimersByTime(60_000)
    await settle()
  }
  expect([named('Mine').length, state.asked.length]).toEqual([1, 1])
  await minute()
  expect([named('Mine').length, state.asked.length]).toEqual([1, 1])
  lists({ id: 'other', name: 'Other' })
  await minute()
  expect([named('Mine').length, named('Other').length]).toEqual([0, 1])
  lists()
  await minute()
  expect(named('Other')).toEqual([])
})
