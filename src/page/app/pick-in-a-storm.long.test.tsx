// @vitest-environment happy-dom
import { LngLatBounds } from 'maplibre-gl'
import { expect, it, vi } from 'vitest'
import { type LatLon, mercatorX, mercatorY, RAD, TILE_PX } from '../../core/geo/geo.ts'
import { recordedWorld, scriptedWorld } from '../../testing/nowcast/served-minutes.ts'
import { openDesk } from '../../testing/page-kit.tsx'
import { NORWAY, VERMONT } from '../../testing/replay-kit.ts'
import type { LiveData } from '../live/live-data.ts'
import { useLive } from '../live/server-connection.ts'
import { pickAt, usePickedHere } from '../map/picking/map-pick.ts'
import { overlays } from './overlays.ts'

/** A flat map with a zoom that shows all storms: it projects positions, and draws nothing. */
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
    getBounds: () => new LngLatBounds([-180, -85, 180, 85]),
    on: () => ({ unsubscribe() {} }),
    getLayer: (id: string) => id.startsWith('storms-'),
    queryRenderedFeatures: () => Array.from({ length: 200 }, (_, id) => ({ properties: { id } })),
  }
  const map = new Proxy(known, { get: (target, key) => target[key as keyof typeof target] ?? (() => {}) })
  return { held, map }
})
vi.mock('@vis.gl/react-maplibre', async (original) => ({
  ...(await original<object>()),
  Source: () => null,
  Layer: () => null,
  Marker: () => null,
  useMap: () => ({ current: { getMap: () => map.map } }),
}))
vi.mock('../map/map-pulses.ts', () => ({ createPulses: () => ({ show() {}, close() {} }) }))
/** The strike layer of the first load, and the list of airports. */
const FirstLayer = overlays.find(({ id }) => id === 'lightning')!.FirstLayer!
let live: LiveData | null = null
function Beside() {
  live = useLive()
  return <FirstLayer />
}

const NOW_MS = Date.UTC(2026, 6, 1, 8)
const WORLD_S = 600
const REACH_PX = 12
const AIRPORTS = 4
/** Of four airports at nine zooms, by 24 clicks each. */
const CLICKS = AIRPORTS * 9 * 24

const scripted = (scenario: 'crossing' | 'outbreak' | 'quiet') => async (startMs: number) =>
  scriptedWorld(scenario, startMs)
const recorded = (recording: typeof NORWAY, afterMin: number) => (startMs: number) =>
  recordedWorld(recording, startMs - afterMin * 60_000)

/**
 * Ten minutes of each recording; the last `beforeS` seconds before the densest second are held. Expected: this many
 * strikes near an airport, and this many clicks that hit a strike.
 */
const WORLDS = [
  { name: 'the scripted world crossing', begin: scripted('crossing'), beforeS: 30, near: 100, beside: 100 },
  { name: 'the scripted world outbreak', begin: scripted('outbreak'), beforeS: 30, near: 100, beside: 100 },
  { name: 'the scripted world quiet', begin: scripted('quiet'), beforeS: 300, near: 0, beside: 0 },
  { name: 'what MET Norway recorded', begin: recorded(NORWAY, 180), beforeS: 300, near: 20, beside: 10 },
  { name: 'what NOAA recorded', begin: recorded(VERMONT, 115), beforeS: 300, near: 100, beside: 40 },
]

function lookFrom(zoom: number): void {
  const side = TILE_PX * 2 ** zoom
  map.held.toPixels = ([lon, lat]) => ({ x: mercatorX(lon) * side, y: mercatorY(lat) * side })
  map.held.toPlace = ([x, y]) => ({
    lat: Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / side))) / RAD,
    lng: (x / side) * 360 - 180,
  })
}

/** A recording advanced to its densest second, and its airports. */
async function densest({ begin, beforeS }: (typeof WORLDS)[number]) {
  const startMs = NOW_MS - WORLD_S * 1_000
  const { batch, records: airports } = await begin(startMs)
  const seconds = Array.from({ length: WORLD_S - beforeS }, (_, i) => startMs / 1_000 + beforeS + i)
  const counts = seconds.map((second) => batch(second).length)
  const second = seconds[counts.indexOf(Math.max(...counts))]!
  const laterMs = NOW_MS - second * 1_000
  const records = Array.from({ length: beforeS }, (_, i) => batch(second - i))
    .flat()
    .map((record) => ({
      ...record,
      time: BigInt(record.time) + BigInt(laterMs) * 1_000_000n,
      arrived_at: new Date(NOW_MS).toISOString(),
    }))
  return { records, airports }
}

const farFrom = (a: LatLon, b: LatLon) => Math.hypot((a.lon - b.lon) * Math.cos(a.lat * RAD), a.lat - b.lat)

it.each(WORLDS)(
  'in the densest second of $name a click within 12 px of an airport opens it, at every zoom from 5 to 13',
  async (world) => {
    const layers = ['storms', 'airports', 'fires', 'point']
    const { records, airports: known } = await densest(world)
    const desk = await openDesk('/', { layers, airports: known, beside: <Beside /> })
    await desk.strike(...records)
    await desk.pass(3_000)
    const airports = live!.reports.airports()
    const struck = airports
      .map((airport) => ({ airport, near: records.filter((record) => farFrom(airport, record) < 0.3).length }))
      .sort((a, b) => b.near - a.near)
      .slice(0, AIRPORTS)
    console.log(
      world.name,
      records.length,
      struck.map((x) => x.airport.icao + x.near),
    )
    expect(struck[0]!.near).toBeGreaterThanOrEqual(world.near)

    let clicks = 0
    let beside = 0
    for (let zoom = 5; zoom <= 13; zoom++) {
      lookFrom(zoom)
      for (const { airport } of struck) {
        const middle = map.held.toPixels([airport.lon, airport.lat])
        for (const px of [0, REACH_PX / 2, REACH_PX - 0.1]) {
          for (let deg = 0; deg < 360; deg += 45) {
            const x = middle.x + px * Math.cos(deg * RAD)
            const y = middle.y + px * Math.sin(deg * RAD)
            const { lat, lng } = map.held.toPlace([x, y])
            const nearest = airports
              .map(({ icao, lon, lat }) => ({ icao, at: map.held.toPixels([lon, lat]) }))
              .sort((a, b) => Math.hypot(a.at.x - x, a.at.y - y) - Math.hypot(b.at.x - x, b.at.y - y))[0]!
            expect(pickAt({ x, y, lat, lon: lng }), `${airport.icao} at zoom ${zoom}, ${px} px`).toEqual({
              kind: 'airport',
              id: nearest.icao,
            })
            clicks++
            if (usePickedHere.getState().things.some(({ kind }) => kind === 'strike')) beside++
          }
        }
      }
    }
    expect(clicks).toBe(CLICKS)
    expect(beside).toBeGreaterThanOrEqual(world.beside)
  },
)
