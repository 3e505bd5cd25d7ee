import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBasemap } from '../../src/server/http/basemap.ts'
import { decodeTile as decode } from '../../src/testing/vector-tile.ts'
import { asFeature, type Layer, POINTS, pointAt, SHAPES } from './layer.ts'
import { createMbtiles } from './mbtiles.ts'
import { type BuiltTile, buildTiles, type FinerTile } from './tiles.ts'

/** The north-eastern quarter of the world: the whole of tile 1/1/0. */
const northEast = asFeature({
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [180, 0],
      [180, 86],
      [0, 86],
      [0, 0],
    ],
  ],
})
const layers: Layer[] = [
  { name: 'land', features: [northEast], ...SHAPES },
  {
    name: 'rivers',
    features: [
      asFeature(
        {
          type: 'LineString',
          coordinates: [
            [20, 20],
            [70, 60],
          ],
        },
        { rank: 3, from: 2 },
      ),
    ],
    ...SHAPES,
  },
  { name: 'places', features: [pointAt(45, 45, { name_en: 'Mid', from: 6 })], ...POINTS },
]
const tilesOf = (some: Layer[], maxZoom: number, finer?: FinerTile) =>
  [...buildTiles([some], maxZoom, finer)].map(({ tile }) => tile)
const tileOf = (z: number, x: number, y: number, maxZoom = 2) =>
  tilesOf(layers, maxZoom).find((tile) => tile.z === z && tile.x === x && tile.y === y)

describe('the tiles', () => {
  it('hold their layers in vector tile version 2', () => {
    const { land } = decode(tileOf(1, 1, 0)!.data)
    expect(land).toMatchObject({ length: 1, extent: 4096, version: 2 })
  })

  it('reach beyond their edge by the buffer, so that no outline runs along it', () => {
    // The north-easternmost tile: the area continues to its west and south
    const [ring] = decode(tileOf(2, 3, 0)!.data)
      .land!.feature(0)
      .loadGeometry()
    expect(Math.min(...ring!.map(({ x }) => x))).toBe(-64)
    expect(Math.max(...ring!.map(({ y }) => y))).toBe(4160)
  })

  it('leave a feature out until its zoom', () => {
    expect(decode(tileOf(1, 1, 0)!.data)).not.toHaveProperty('rivers')
    expect(decode(tileOf(2, 2, 1)!.data)).toHaveProperty('rivers')
  })

  it('hold every feature at the deepest zoom, and its own zoom if the style needs it', () => {
    const { places, rivers } = decode(tileOf(2, 2, 1)!.data)
    expect(places!.feature(0).properties).toEqual({ name_en: 'Mid', from: 6 })
    expect(rivers!.feature(0).properties).toEqual({ rank: 3 })
  })

  it('omit coarse features at the deepest zoom if a finer tile exists', () => {
    const [land, rivers, places] = layers as [Layer, Layer, Layer]
    const finer = tileOf(2, 2, 1)!.data
    const tiles = tilesOf([{ ...land, coarse: true }, { ...rivers, coarse: true }, places], 2, (x) =>
      x < 3 ? finer : null,
    )
    const namesAt = (z: number, x: number, y: number) => {
      const data = tiles.find((tile) => tile.z === z && tile.x === x && tile.y === y)!.data
      return Object.keys(decode(data)).sort()
    }
    expect(namesAt(1, 1, 0)).toEqual(['land'])
    expect(namesAt(2, 2, 0)).toEqual(['land', 'places', 'rivers']) // of the finer tile
    expect(namesAt(2, 3, 1)).toEqual(['land'])
  })

  it('hold some layers at the deepest zoom alone', () => {
    const tiles = tilesOf([{ ...layers[0]!, deepestOnly: true }], 2)
    expect(new Set(tiles.map(({ z }) => z))).toEqual(new Set([2]))
  })

  it('are omitted if empty', () => {
    const coordinates = tilesOf([layers[2]!], 2).map(({ z, x, y }) => `${z}/${x}/${y}`)
    expect(coordinates).toEqual(['2/2/1'])
  })

  it('are shared if two sets are equal, and separate otherwise', () => {
    const [land, rivers, places] = layers as [Layer, Layer, Layer]
    const found = new Map<string, Uint8Array[]>()
    for (const { set, tile } of buildTiles(
      [
        [land, rivers],
        [land, places],
      ],
      2,
    )) {
      const at = found.get(`${tile.z}/${tile.x}/${tile.y}`) ?? []
      at[set] = tile.data
      found.set(`${tile.z}/${tile.x}/${tile.y}`, at)
    }
    const [one, other] = found.get('1/1/0')!
    expect(one).toBe(other)
    expect(found.get('2/2/1')!.map((data) => Object.keys(decode(data)))).toEqual([
      ['land', 'rivers'],
      ['land', 'places'],
    ])
    for (const [set, some] of [
      [land, rivers],
      [land, places],
    ].entries()) {
      for (const { z, x, y, data } of tilesOf(some, 2)) expect(found.get(`${z}/${x}/${y}`)![set]).toEqual(data)
    }
  })

  it('hold the upper one of two layers of one name', () => {
    const [land, , places] = layers as [Layer, Layer, Layer]
    const tiles = tilesOf([{ ...land, name: 'places' }, places], 2)
    expect(decode(tiles.find(({ z, x, y }) => z === 2 && x === 2 && y === 1)!.data).places!.length).toBe(1)
    expect(
      decode(tiles.find(({ z, x, y }) => z === 2 && x === 2 && y === 1)!.data).places!.feature(0).properties,
    ).toMatchObject({ name_en: 'Mid' })
  })
})

describe('the tile file', () => {
  let dir: string
  const write = (file: string, tiles: Iterable<BuiltTile>) => {
    const { put, finish } = createMbtiles(file, { name: 'test' })
    for (const tile of tiles) put(tile)
    return finish()
  }
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'basemap-'))
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  it('returns each tile, compressed, by position', () => {
    const file = join(dir, 'read.mbtiles')
    const built = tilesOf(layers, 2)
    const written = write(file, built)
    expect(written.tiles).toBe(built.length)
    const basemap = createBasemap({ file })
    for (const { z, x, y, data } of built) {
      expect(new Uint8Array(gunzipSync(basemap.tile(z, x, y)!))).toEqual(new Uint8Array(data))
    }
    expect(basemap.tile(2, 0, 3)).toBeNull()
    expect(basemap.version).toMatch(/^[0-9a-f]{12}$/)
    basemap.close()
  })

  it('is the same for the same tiles', () => {
    const files = [join(dir, 'one.mbtiles'), join(dir, 'two.mbtiles')]
    for (const file of files) write(file, tilesOf(layers, 2))
    expect(readFileSync(files[0]!).equals(readFileSync(files[1]!))).toBe(true)
  })

  it('stores equal tiles once', () => {
    const data = new Uint8Array([1, 2, 3])
    const tiles = [
      { z: 1, x: 0, y: 0, data },
      { z: 1, x: 1, y: 0, data },
      { z: 1, x: 1, y: 1, data: new Uint8Array([4]) },
    ]
    const written = write(join(dir, 'equal.mbtiles'), tiles)
    expect(written).toMatchObject({ tiles: 3, distinct: 2 })
  })
})
