import { expect, it } from 'vitest'
import { type LayerSource, layerAddress } from './layer-address.ts'

const TILE = { z: 3, x: 6, y: 2 }
const AT_MS = Date.UTC(2026, 6, 1, 8, 10)

function address(source: Partial<LayerSource>, timeMs: number | null = AT_MS, tile: typeof TILE | null = TILE) {
  return layerAddress({ kind: 'xyz', url: '', layers: null, style: null, ...source }, { tile, timeMs })
}

it.each([
  ['https://a.example/{z}/{x}/{y}.png', 'https://a.example/3/6/2.png'],
  ['https://a.example/{z}/{x}/{-y}.png', 'https://a.example/3/6/5.png'],
  ['https://a.example/{time}/{z}/{x}/{y}', 'https://a.example/2026-07-01T08:10:00Z/3/6/2'],
  ['https://a.example/{time:yyyyMMddHHmm}/{z}/{x}/{y}', 'https://a.example/202607010810/3/6/2'],
  ['https://a.example/{time:yyyy-MM-dd}/{z}/{x}/{y}', 'https://a.example/2026-07-01/3/6/2'],
  ['https://a.example/{unix}/{z}/{x}/{y}', 'https://a.example/1782893400/3/6/2'],
])('fills %s', (url, expected) => {
  expect(address({ url })).toBe(expected)
})

it('requests a WMS for the square of the tile, at the moment, with the parameters of its URL', () => {
  const { origin, searchParams } = new URL(
    address({ kind: 'wms', url: 'https://a.example/wms?map=1&format=image/webp', layers: 'radar', style: 'dbz' }),
  )
  expect(origin).toBe('https://a.example')
  expect(Object.fromEntries(searchParams)).toEqual({
    map: '1',
    format: 'image/webp',
    SERVICE: 'WMS',
    VERSION: '1.3.0',
    REQUEST: 'GetMap',
    LAYERS: 'radar',
    STYLES: 'dbz',
    CRS: 'EPSG:3857',
    WIDTH: '512',
    HEIGHT: '512',
    TRANSPARENT: 'TRUE',
    BBOX: '10018754.171,5009377.086,15028131.257,10018754.171',
    TIME: '2026-07-01T08:10:00Z',
  })
})

it('names the grid as older servers do', () => {
  const { searchParams } = new URL(address({ kind: 'wms', url: 'https://a.example/?VERSION=1.1.1', layers: 'r' }, null))
  expect([searchParams.get('SRS'), searchParams.has('CRS'), searchParams.has('TIME')]).toEqual([
    'EPSG:3857',
    false,
    false,
  ])
})

it('requests a WMTS by query or by pattern', () => {
  const query = new URL(address({ kind: 'wmts', url: 'https://a.example/wmts', layers: 'sat' })).searchParams
  expect(['LAYER', 'TILEMATRIX', 'TILECOL', 'TILEROW', 'TIME'].map((name) => query.get(name))).toEqual([
    'sat',
    '3',
    '6',
    '2',
    '2026-07-01T08:10:00Z',
  ])
  const url = 'https://a.example/{Layer}/{Style}/{Time}/{TileMatrix}/{TileRow}/{TileCol}.png'
  expect(address({ kind: 'wmts', url, layers: 'a b' })).toBe(
    'https://a.example/a%20b/default/2026-07-01T08:10:00Z/3/2/6.png',
  )
})

it('requests a file unchanged', () => {
  expect(address({ kind: 'geojson', url: 'https://a.example/{time:HHmm}.json' }, AT_MS, null)).toBe(
    'https://a.example/0810.json',
  )
})
