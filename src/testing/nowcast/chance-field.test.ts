import { expect, it } from 'vitest'
import model from '../../../data/nowcast-model.json' with { type: 'json' }
import { RECORDED, readRecorded } from '../../../scripts/nowcast/recorded.ts'
import { FIELD_HORIZONS_MIN, FIELD_RING_KM } from '../../contract/chance/levels.ts'
import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import type { Box, LatLon } from '../../core/geo/geo.ts'
import { type ChanceTile, TILE_NODES, tileInSteps, tilesOf } from '../../core/nowcast/chance-field.ts'
import { Nowcast } from '../../core/nowcast/nowcast.ts'
import { shapeOf } from '../../core/places/place-shape.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { seededRandom } from '../../core/util/random.ts'
import { resultOf } from '../../core/util/steps.ts'

const WITHIN = 0.03
const POINTS = 300
const HISTORY_MIN = 60
const STEP_MIN = 5
/** Views around a strike: half their side in degrees, and the share of points that must agree. */
const VIEWS = [
  { halfDeg: 1, nodesPerDeg: 64, agree: 0.97 },
  { halfDeg: 2, nodesPerDeg: 32, agree: 0.97 },
  { halfDeg: 4, nodesPerDeg: 16, agree: 0.97 },
  { halfDeg: 8, nodesPerDeg: 8, agree: 0.97 },
]

/** The nowcast of a recorded storm in the middle of its period. */
function nowcastOf({ file, fromMs, toMs, box }: (typeof RECORDED)[number]) {
  const nowMs = Math.floor((fromMs + toMs) / 2 / MINUTE_MS) * MINUTE_MS
  const startMs = nowMs - HISTORY_MIN * MINUTE_MS
  const strikes = readRecorded(file).filter(({ timeMs }) => timeMs >= startMs && timeMs < nowMs)
  const nowcast = new Nowcast(model)
  let next = 0
  for (let ms = startMs; ms <= nowMs; ms += STEP_MIN * MINUTE_MS) {
    for (; next < strikes.length && strikes[next]!.timeMs < ms; next++) {
      nowcast.add(strikes[next]!.timeMs, strikes[next]!.lat, strikes[next]!.lon)
    }
    nowcast.outlook([], ms)
  }
  const near = strikes.filter(({ lat, lon }) => lat > box.south && lat < box.north && lon > box.west && lon < box.east)
  return { nowcast, nowMs, around: near.at(-1)! }
}

/** Of three tile values at a point, by horizon. */
function interpolated(tile: ChanceTile, x: number, y: number): number[] {
  const column = Math.min(TILE_NODES - 2, Math.floor(x))
  const row = Math.min(TILE_NODES - 2, Math.floor(y))
  return tile.map((values) => {
    const at = (dx: number, dy: number) => values[(row + dy) * TILE_NODES + column + dx]!
    const below = at(0, 0) + (at(1, 0) - at(0, 0)) * (x - column)
    const above = at(0, 1) + (at(1, 1) - at(0, 1)) * (x - column)
    return below + (above - below) * (y - row)
  })
}

const boxAround = ({ lat, lon }: LatLon, halfDeg: number): Box => ({
  west: lon - halfDeg,
  east: lon + halfDeg,
  south: lat - halfDeg / 2,
  north: lat + halfDeg / 2,
})

const storms = RECORDED.filter((_, i) => i % 2 === 0).map(nowcastOf)

it.each(VIEWS)('equals the chances of places within 3 points, on a grid of $nodesPerDeg nodes per degree', (view) => {
  const random = seededRandom(`field ${view.nodesPerDeg}`)
  let all = 0
  let agreed = 0
  let error = 0
  for (const { nowcast, nowMs, around } of storms) {
    const box = boxAround(around, view.halfDeg)
    const { nodesPerDeg } = tilesOf(box)!
    expect(nodesPerDeg).toBe(view.nodesPerDeg)
    const nodes = { sampler: resultOf(nowcast.samplerInSteps(FIELD_RING_KM, nowMs)), known: new Map() }
    const points = Array.from({ length: POINTS }, () => ({
      lat: box.south + (box.north - box.south) * random(),
      lon: box.west + (box.east - box.west) * random(),
    }))
    const places = points.map(({ lat, lon }) => ({
      shape: shapeOf({ type: 'Point', coordinates: [lon, lat] }),
      ringKm: FIELD_RING_KM,
    }))
    const { rings } = nowcast.outlook(places, nowMs)
    const tiles = new Map<string, ChanceTile | null>()
    points.forEach(({ lat, lon }, i) => {
      const x = (lon + 180) * nodesPerDeg
      const y = (lat + 90) * nodesPerDeg
      const column = Math.floor(x / (TILE_NODES - 1))
      const row = Math.floor(y / (TILE_NODES - 1))
      const key = `${column} ${row}`
      if (!tiles.has(key)) tiles.set(key, resultOf(tileInSteps(nodes, { nodesPerDeg, column, row })))
      const tile = tiles.get(key)
      const field = tile
        ? interpolated(tile, x - column * (TILE_NODES - 1), y - row * (TILE_NODES - 1))
        : FIELD_HORIZONS_MIN.map(() => 0)
      FIELD_HORIZONS_MIN.forEach((minutes, h) => {
        const off = Math.abs(field[h]! - rings[i]!.chances![HORIZONS_MIN.indexOf(minutes)]!)
        all++
        error += off
        if (off <= WITHIN) agreed++
      })
    })
  }
  // A chance jumps where a strike enters the ring or one of its bands: no grid can follow it there.
  expect(agreed / all).toBeGreaterThan(view.agree)
  expect(error / all).toBeLessThan(0.01)
})
