import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BASEMAP_MAX_ZOOM } from '../../src/page/map/basemap/max-zoom.ts'
import { type DecodedLayer, decodeTile } from '../../src/testing/vector-tile.ts'
import { readShore, SHORE_ZOOM } from './shore.ts'

const folder = join(import.meta.dirname, '../../data/basemap')
const shore = readShore(readFileSync(join(folder, 'shore-z8.bin.br')))

/** The position of a point in its tile, in tile units. */
function placeOf(lon: number, lat: number) {
  const across = ((lon + 180) / 360) * 2 ** SHORE_ZOOM
  const down = ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** SHORE_ZOOM
  const layers = decodeTile(shore(Math.floor(across), Math.floor(down))!)
  return { layers, x: (across % 1) * 8192, y: (down % 1) * 8192 }
}

const crossings = (ring: { x: number; y: number }[], x: number, y: number) =>
  ring.filter((to, i) => {
    const from = ring.at(i - 1)!
    return from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)
  }).length

function isIn(layer: DecodedLayer | undefined, x: number, y: number): boolean {
  const rings = layer?.feature(0).loadGeometry() ?? []
  return rings.reduce((count, ring) => count + crossings(ring, x, y), 0) % 2 === 1
}

it('the shore is that of the deepest tiles', () => {
  expect(SHORE_ZOOM).toBe(BASEMAP_MAX_ZOOM)
  expect(placeOf(121.8, 31.15).layers.land!.extent).toBe(8192)
})

it.each([
  ['land', 'the Bund', 121.487, 31.237],
  ['land', 'Chongqing, far from any coast', 106.55, 29.56],
  ['land', 'Hong Kong', 114.17, 22.39],
  ['land', 'Voss, between fjords', 6.42, 60.63],
  ['land', 'Montpelier', -72.58, 44.26],
  ['land', 'Chukotka, west of 180°', 179.5, 68],
  ['land', 'Chukotka, east of 180°', -179, 67.5],
  ['land', 'Wrangel Island, at 180°', 179.9, 71.2],
  ['sea', 'the mouth of the Pearl River', 113.75, 22.25],
  ['sea', 'the Hardangerfjord', 6.0, 60.2],
  ['sea', 'the middle of the Pacific', -140, 10],
  ['lake', 'Tai Hu', 120.15, 31.2],
  ['lake', 'Lake Champlain', -73.33, 44.6],
])('it has %s at %s', (kind, _, lon, lat) => {
  const { layers, x, y } = placeOf(lon, lat)
  expect({ land: isIn(layers.land, x, y), lake: isIn(layers.lakes, x, y) }).toEqual({
    land: kind !== 'sea',
    lake: kind === 'lake',
  })
})

it('it has rivers by their rank', () => {
  const { rivers } = placeOf(106.55, 29.56).layers
  const ranks = Array.from({ length: rivers!.length }, (_, i) => rivers!.feature(i).properties.rank)
  expect(ranks.length).toBeGreaterThan(1)
  expect(ranks).toEqual([...ranks].sort())
})

it('it leaves the south of 60° S to coarser data', () => {
  expect(shore(100, 181)).not.toBeNull()
  expect(shore(100, 182)).toBeNull()
})

it('has no large tile, and all base map data is below 27 MB', () => {
  let largest = 0
  for (let x = 0; x < 256; x++) for (let y = 0; y < 182; y++) largest = Math.max(largest, shore(x, y)!.length)
  expect(largest).toBeLessThan(400_000)
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(27e6)
})
