// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { type LatLon, mercatorX, mercatorY, RAD, TILE_PX } from '../../core/geo/geo.ts'
import { scriptedStrikes } from '../../testing/fakes/scripted-strikes.ts'
import { openDesk } from '../../testing/page-kit.tsx'
import type { LiveData } from '../live/live-data.ts'
import { useLive } from '../live/server-connection.ts'
import { pickAt, usePickedHere } from '../map/picking/map-pick.ts'
import { overlays } from './overlays.ts'

/** A flat map at a zoom, whose storms are drawn everywhere: it answers where things are, and draws nothing. */
const map = vi.hoisted(() => {
  const held = {
    scale: 1,
    toPixels: (_: LatLonLike) => ({ x: 0, y: 0 }),
    toPlace: (_: [number, number]) => ({ lat: 0, lng: 0 }),
  }
  type LatLonLike = [lon: number, lat: number]
  const known = {
    project: (place: LatLonLike) => held.toPixels(place),
    unproject: (at: [number, number]) => held.toPlace(at),
    getBounds: () => ({ getWest: () => -180, getEast: () => 180, getSouth: () => -85, getNorth: () => 85 }),
    getLayer: (id: string) => id.startsWith('storms-'),
    queryRenderedFeatures: () => Array.from({ length: 200 }, (_, id) => ({ properties: { id } })),
  }
  const map = new Proxy(known, { get: (target, key) => target[key as keyof typeof target] ?? (() => {}) })
  return { held, map }
})
vi.mock('@vis.gl/react-maplibre', async (original) => ({
  ...(await original<object>()),
  ...{ Source: () => null, Layer: () => null, useMap: () => ({ current: { getMap: () => map.map } }) },
}))

/** What of strikes is on the map from the first moment on, and what tells of the page's airports. */
const FirstLayer = overlays.find(({ id }) => id === 'lightning')!.FirstLayer!
let live: LiveData | null = null
function Beside() {
  live = useLive()
  return <FirstLayer />
}

const NOW_MS = Date.UTC(2026, 6, 1, 8)
const BEFORE_S = 30
const REACH_PX = 12
const AIRPORTS = 4

function lookFrom(zoom: number): void {
  const side = TILE_PX * 2 ** zoom
  map.held.toPixels = ([lon, lat]) => ({ x: mercatorX(lon) * side, y: mercatorY(lat) * side })
  map.held.toPlace = ([x, y]) => ({
    lat: Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / side))) / RAD,
    lng: (x / side) * 360 - 180,
  })
}

/** What the world brought in the minute up to its densest second, as if that were now. */
function densest(scenario: 'crossing' | 'outbreak') {
  const startMs = NOW_MS - 600_000
  const batch = scriptedStrikes(scenario, startMs)
  const seconds = Array.from({ length: 600 - BEFORE_S }, (_, i) => startMs / 1_000 + BEFORE_S + i)
  const counts = seconds.map((second) => batch(second).length)
  const second = seconds[counts.indexOf(Math.max(...counts))]!
  const laterMs = NOW_MS - second * 1_000
  return Array.from({ length: BEFORE_S }, (_, i) => batch(second - i))
    .flat()
    .map((record) => ({
      ...record,
      time: BigInt(record.time) + BigInt(laterMs) * 1_000_000n,
      arrived_at: new Date(NOW_MS).toISOString(),
    }))
}

const farFrom = (a: LatLon, b: LatLon) => Math.hypot((a.lon - b.lon) * Math.cos(a.lat * RAD), a.lat - b.lat)

it.each(['crossing', 'outbreak'] as const)(
  'in the densest second of %s a click within 12 px of an airport opens it, at every zoom from 5 to 13',
  async (scenario) => {
    const layers = ['storms', 'airports', 'fires', 'point']
    const desk = await openDesk('/', { layers, beside: <Beside /> })
    const records = densest(scenario)
    await desk.strike(...records)
    await desk.pass(3_000)
    const airports = live!.reports.airports()
    const struck = airports
      .map((airport) => ({ airport, near: records.filter((record) => farFrom(airport, record) < 0.3).length }))
      .sort((a, b) => b.near - a.near)
      .slice(0, AIRPORTS)
    expect(struck[0]!.near).toBeGreaterThan(50)

    let beside = 0
    for (let zoom = 5; zoom <= 13; zoom++) {
      lookFrom(zoom)
      for (const { airport } of struck) {
        const middle = map.held.toPixels([airport.lon, airport.lat])
        for (const px of [0, REACH_PX / 2, REACH_PX - 0.1]) {
          for (let deg = 0; deg < 360; deg += 45) {
            const [x, y] = [middle.x + px * Math.cos(deg * RAD), middle.y + px * Math.sin(deg * RAD)]
            const { lat, lng } = map.held.toPlace([x, y])
            const nearest = airports
              .map(({ icao, lon, lat }) => ({ icao, at: map.held.toPixels([lon, lat]) }))
              .sort((a, b) => Math.hypot(a.at.x - x, a.at.y - y) - Math.hypot(b.at.x - x, b.at.y - y))[0]!
            expect(pickAt({ x, y, lat, lon: lng }), `${airport.icao} at zoom ${zoom}, ${px} px`).toEqual({
              kind: 'airport',
              id: nearest.icao,
            })
            if (usePickedHere.getState().things.some(({ kind }) => kind === 'strike')) beside++
          }
        }
      }
    }
    expect(beside).toBeGreaterThan(100)
  },
)
