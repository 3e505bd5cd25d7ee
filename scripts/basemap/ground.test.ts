import type { Position } from 'geojson'
import { describe, expect, it } from 'vitest'
import {
  boundaryLayer,
  depthLayer,
  homeLayer,
  lakeLayers,
  landLayers,
  riverLayers,
  withoutWorldEdges,
} from './ground.ts'
import type { Topology } from './layer.ts'

/** Two countries side by side, 0–10° and 10–20° east, that share the arc along 10°. */
const neighbours: Topology = {
  type: 'Topology',
  arcs: [
    [
      [10, 0],
      [10, 10],
    ],
    [
      [10, 10],
      [0, 10],
      [0, 0],
      [10, 0],
    ],
    [
      [10, 0],
      [20, 0],
      [20, 10],
      [10, 10],
    ],
  ],
  objects: {
    countries: {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Polygon', arcs: [[0, 1]], properties: { a3: 'AAA' } },
        { type: 'Polygon', arcs: [[2, ~0]], properties: { a3: 'BBB' } },
      ],
    },
  },
}

describe('land', () => {
  it('is one area without its inner borders', () => {
    const [land] = landLayers(neighbours)
    expect(land!.features).toHaveLength(1)
    const geometry = land!.features[0]!.geometry as { coordinates: Position[][] }
    expect(geometry.coordinates[0]).toHaveLength(7)
  })

  it('has a coast except at borders', () => {
    const coast = landLayers(neighbours)[1]!
    const points = coast.features.flatMap((f) => (f.geometry as { coordinates: Position[] }).coordinates)
    const longitudes = new Set(points.map(([lon]) => lon))
    expect(longitudes).toEqual(new Set([0, 10, 20]))
    expect(coast.features.every((f) => (f.geometry as { coordinates: Position[] }).coordinates.length > 2)).toBe(true)
  })

  it('has no coast along ±180° and at the pole', () => {
    const antarctica = [
      [-180, -90],
      [-180, -84],
      [0, -70],
      [180, -84],
      [180, -90],
      [0, -90],
      [-180, -90],
    ]
    expect(withoutWorldEdges([antarctica])).toEqual([
      [
        [-180, -84],
        [0, -70],
        [180, -84],
      ],
    ])
  })
})

describe('depths', () => {
  const square = (size: number, at: number): Position[] => [
    [at, at],
    [at + size, at],
    [at + size, at + size],
    [at, at + size],
    [at, at],
  ]
  const topology = (arcs: Position[][]): Topology => ({
    type: 'Topology',
    arcs: arcs as [number, number][][],
    objects: {
      depth: {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Polygon', arcs: arcs.map((_, i) => [i]), properties: { depth: 200 } },
          { type: null },
        ] as never,
      },
    },
  })
  const ringsOf = (t: Topology) => (depthLayer(t).features[0]!.geometry as { coordinates: Position[][] }).coordinates

  it('keep a shoal and merge a boundary', () => {
    const shoal = square(2, 3)
    const seam: Position[] = [
      [1, 1],
      [9, 1],
      [9, 1.01],
      [1, 1.01],
      [1, 1],
    ]
    expect(ringsOf(topology([square(10, 0), shoal]))).toHaveLength(2)
    expect(ringsOf(topology([square(10, 0), seam]))).toHaveLength(1)
  })
})

describe('boundaries', () => {
  it('omit lines that are not borders, and keep the class', () => {
    const line = { type: 'LineString' as const, arcs: [0] }
    const layer = boundaryLayer({
      type: 'Topology',
      arcs: neighbours.arcs,
      objects: {
        boundaries: {
          type: 'GeometryCollection',
          geometries: [
            { ...line, properties: { pair: 'CHN/IND', class: 'disputed' } },
            { ...line, properties: { pair: 'CHN/HKG', class: 'country' } },
            { ...line, properties: { pair: null, class: 'maritime_claim_cn' } },
          ],
        },
      },
    })
    expect(layer.features.map((f) => f.properties)).toEqual([{ class: 'disputed' }, { class: 'maritime_claim_cn' }])
  })
})

describe('lakes', () => {
  it('have their labels inside, for any shape', () => {
    const arms: [number, number][] = [
      [0, 0],
      [5, 0],
      [5, 1],
      [2, 1],
      [2, 9],
      [0, 9],
      [0, 0],
    ]
    const [, names] = lakeLayers({
      type: 'Topology',
      arcs: [arms],
      objects: {
        lakes: {
          type: 'GeometryCollection',
          geometries: [{ type: 'Polygon', arcs: [[0]], properties: { name_en: 'Bent', mz: 3 } }],
        },
      },
    })
    expect(names!.features.map(({ geometry, properties }) => ({ geometry, ...properties }))).toEqual([
      { geometry: { type: 'Point', coordinates: [1, 4.5] }, name_en: 'Bent', from: 6 },
    ])
  })
})

describe('rivers', () => {
  it('that have names are in the deepest tiles once more', () => {
    const line = { type: 'LineString' as const, arcs: [0] }
    const [, names] = riverLayers({
      type: 'Topology',
      arcs: neighbours.arcs,
      objects: {
        rivers: {
          type: 'GeometryCollection',
          geometries: [
            { ...line, properties: { name_en: 'Long', rank: 3, mz: 4 } },
            { ...line, properties: { name_en: null, rank: 6, mz: 6 } },
          ],
        },
      },
    })
    expect(names).toMatchObject({ deepestOnly: true, features: [{ properties: { name_en: 'Long', rank: 3 } }] })
  })
})

describe('home', () => {
  it('is the land of China as one area, the same in both boundary sets', () => {
    const named = (...codes: string[]): Topology => ({
      ...neighbours,
      objects: {
        countries: {
          type: 'GeometryCollection',
          geometries: [
            { type: 'Polygon', arcs: [[0, 1]], properties: { a3: codes[0] } },
            { type: 'Polygon', arcs: [[2, ~0]], properties: { a3: codes[1] } },
          ],
        },
      },
    })
    expect(homeLayer(named('CHN', 'TWN')).features).toHaveLength(1)
    expect(homeLayer(named('CHN', 'TWN')).features[0]!.geometry).toMatchObject({ coordinates: [{ length: 7 }] })
    expect(homeLayer(named('CHN', 'VNM')).features[0]!.geometry).toMatchObject({ coordinates: [{ length: 5 }] })
    expect(homeLayer(named('JPN', 'VNM')).features).toEqual([])
  })
})
