import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { LineString, Polygon, Position } from 'geojson'
import { describe, expect, it } from 'vitest'
import type { Layer } from './layer.ts'
import { wayLayers } from './ways.ts'

const real = wayLayers(readFileSync(join(import.meta.dirname, '../../data/basemap/ways.json.br')))
const named = (layers: Layer[], name: string) => layers.find((layer) => layer.name === name)!

/** How far the nearest point of a layer's lines is, roughly, in kilometres. */
function nearestKm(layer: Layer, lon: number, lat: number): number {
  const shrink = Math.cos((lat * Math.PI) / 180)
  let nearest = Number.POSITIVE_INFINITY
  for (const { geometry } of layer.features) {
    for (const [x = 0, y = 0] of (geometry as LineString).coordinates) {
      nearest = Math.min(nearest, Math.hypot((x - lon) * shrink, y - lat) * 111.2)
    }
  }
  return nearest
}

describe('ways', () => {
  const [urban, railways, roads] = wayLayers(
    brotliCompressSync(
      JSON.stringify({
        grid: 1024,
        classes: [
          { kind: 'road', main: 1, from: 6, lines: [[512, 512, 256, 0]] },
          { kind: 'road', main: 0, from: 8, lines: [[512, 512, 0, -256, 10, 0]] },
          { kind: 'railway', main: 0, from: 7, lines: [[0, 512, 1, 1]] },
        ],
        areas: [{ from: 5, rings: [[512, 512, 64, 0, 0, 64, -64, -64]] }],
      }),
    ),
  )

  it('are continuous lines, from the centre of the map east and north', () => {
    const [motorway, road] = roads!.features
    const points = (motorway!.geometry as LineString).coordinates
    expect(points).toEqual([
      [0, 0],
      [90, 0],
    ])
    const [, north, east] = (road!.geometry as LineString).coordinates
    expect(north![1]).toBeCloseTo(66.513, 2)
    expect(east![0]).toBeCloseTo(3.516, 2)
    expect(railways!.features).toHaveLength(1)
  })

  it('have the zoom from which they are shown, and motorways their mark', () => {
    expect(roads!.features.map(({ properties }) => properties)).toEqual([{ main: 1, from: 6 }, { from: 8 }])
  })

  it('include built-up areas with closed rings', () => {
    const [ring] = (urban!.features[0]!.geometry as Polygon).coordinates
    expect(ring!.at(-1)).toEqual(ring![0])
  })
})

describe('the ways that are shipped', () => {
  it.each([
    ['roads', 'Shanghai', 121.4, 31.2],
    ['roads', 'Burlington', -73.15, 44.45],
    ['roads', 'Oslo', 10.75, 59.95],
    ['railways', 'Guangzhou', 113.3, 23.2],
    ['railways', 'Boston', -71.06, 42.36],
    ['railways', 'Oslo', 10.75, 59.9],
  ])('have %s within 10 km of %s', (layer, _, lon, lat) => {
    expect(nearestKm(named(real, layer), lon, lat)).toBeLessThan(10)
  })

  it('have no road on the sea', () => {
    expect(nearestKm(named(real, 'roads'), 150, 30)).toBeGreaterThan(500)
  })

  it('have rings that close, and lines of two points or more', () => {
    const rings = named(real, 'urban').features.flatMap(({ geometry }) => (geometry as Polygon).coordinates)
    expect(rings.filter((ring) => String(ring[0]) !== String(ring.at(-1)))).toEqual([])
    const lines = real.slice(1).flatMap(({ features }) => features)
    expect(lines.filter(({ geometry }) => (geometry as LineString).coordinates.length < 2)).toEqual([])
    const beyond = ([lon = 0, lat = 0]: Position) => Math.abs(lon) > 180 || Math.abs(lat) > 85.06
    expect(lines.filter(({ geometry }) => (geometry as LineString).coordinates.some(beyond))).toEqual([])
  })

  it('are drawn from zoom 6 on, so that the first view of a country is not dearer for them', () => {
    const froms = real.slice(1).flatMap(({ features }) => features.map(({ properties }) => properties.from ?? 0))
    expect(froms.reduce((least, from) => Math.min(least, from))).toBe(6)
  })
})
