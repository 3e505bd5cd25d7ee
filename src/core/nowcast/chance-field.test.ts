import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FIELD_HORIZONS_MIN } from '../../contract/chance/levels.ts'
import { type Box, distanceKm, type LatLon, wrapLon } from '../geo/geo.ts'
import { resultOf } from '../util/steps.ts'
import { boxOfTiles, type ChanceTile, TILE_NODES, TILES_MAX, tileDeg, tileInSteps, tilesOf } from './chance-field.ts'
import type { ChanceSampler } from './nowcast.ts'

const cellArb = fc.record({ west: fc.integer({ min: -180, max: 179 }), south: fc.integer({ min: -85, max: 80 }) })
const sizeArb = fc.record({ width: fc.integer({ min: 1, max: 400 }), height: fc.integer({ min: 1, max: 100 }) })
const boxArb = fc
  .record({ at: cellArb, size: sizeArb })
  .map(({ at: { west, south }, size: { width, height } }): Box => {
    const east = west + width / 20
    return { west, south, east: east > 180 ? east - 360 : east, north: south + height / 20 }
  })

describe('the tiles of a box', () => {
  it('cover it, have a maximum number, and equal the tiles of the box that they cover', () => {
    fc.assert(
      fc.property(boxArb, (box) => {
        const block = tilesOf(box)
        if (!block) return
        const side = tileDeg(block)
        expect(block.columns * block.rows).toBeLessThanOrEqual(TILES_MAX)
        expect(block.column * side - 180).toBeLessThanOrEqual(box.west)
        expect(block.row * side - 90).toBeLessThanOrEqual(box.south)
        expect((block.row + block.rows) * side - 90).toBeGreaterThanOrEqual(box.north)
        const east = box.east > box.west ? box.east : box.east + 360
        expect((block.column + block.columns) * side - 180).toBeGreaterThanOrEqual(east)
        expect(tilesOf(boxOfTiles(block))).toEqual(block)
      }),
      { numRuns: 200 },
    )
  })

  it('are small in small boxes; a wide box has none', () => {
    expect(tilesOf({ west: 120, south: 30, east: 122, north: 31 })).toMatchObject({ nodesPerDeg: 64 })
    expect(tilesOf({ west: 119, south: 29, east: 123, north: 31 })).toMatchObject({ nodesPerDeg: 32 })
    expect(tilesOf({ west: 117, south: 28, east: 125, north: 32 })).toMatchObject({ nodesPerDeg: 16 })
    expect(tilesOf({ west: 112, south: 25, east: 128, north: 34 })).toMatchObject({ nodesPerDeg: 8 })
    expect(tilesOf({ west: 100, south: 20, east: 130, north: 45 })).toBeNull()
  })
})

/** Chances that fall off linearly from a point, and how often each was computed. */
function peakAt(peak: LatLon, fallPerDeg: number) {
  const computed = new Map<string, number>()
  const sampler: ChanceSampler = {
    at({ lat, lon }) {
      const key = `${lat} ${lon}`
      computed.set(key, (computed.get(key) ?? 0) + 1)
      const chance = Math.max(0, 1 - fallPerDeg * Math.hypot(lat - peak.lat, wrapLon(lon - peak.lon)))
      return [chance / 2, chance / 2, chance, chance]
    },
    isCalmWithin: (middle, km) => distanceKm(middle, peak) > km + 150,
  }
  return { sampler, computed }
}

const tileWith = (sampler: ChanceSampler, column: number, row: number, known = new Map()) =>
  resultOf(tileInSteps({ sampler, known }, { nodesPerDeg: 8, column, row }))
const columnOf = (tile: ChanceTile, at: number) =>
  tile.map((values) => Array.from({ length: TILE_NODES }, (_, row) => values[row * TILE_NODES + at]!))

describe('a tile', () => {
  it('has the chances of its points, coarser where they hardly differ', () => {
    const { sampler, computed } = peakAt({ lat: 31, lon: 121 }, 3)
    const tile = tileWith(sampler, 150, 60)!
    expect(tile).toHaveLength(FIELD_HORIZONS_MIN.length)
    const middle = (TILE_NODES * TILE_NODES - 1) / 2
    expect(tile.map((values) => values[middle])).toEqual([0.5, 1, 1])
    expect(computed.size).toBeLessThan((TILE_NODES * TILE_NODES * 2) / 3)
  })

  it('is null without lightning in reach', () => {
    const { sampler, computed } = peakAt({ lat: 31, lon: 121 }, 3)
    expect(tileWith(sampler, 160, 60)).toBeNull()
    expect(computed.size).toBe(0)
  })

  it.each([
    ['inland', 122, 150, 151],
    ['at the antimeridian', 180, 179, 180],
  ])('has the chances of its neighbour along their common edge, each computed once, %s', (_, edge, west, east) => {
    const computed = new Map<string, number>()
    const sampler: ChanceSampler = {
      // A plateau near the edge, which divides the cells of one side only, and a bump on the edge between their corners.
      at({ lat, lon }) {
        const key = `${lat} ${lon}`
        computed.set(key, (computed.get(key) ?? 0) + 1)
        const east = wrapLon(lon - edge)
        const isOnBump = Math.abs(east) < 0.05 && Math.abs(lat - 31.125) < 0.05
        const chance = east < -0.2 && east > -1 ? 0.5 : isOnBump ? 0.3 : 0
        return [chance, chance, chance, chance]
      },
      isCalmWithin: () => false,
    }
    const known = new Map()
    const left = columnOf(tileWith(sampler, west, 60, known)!, TILE_NODES - 1)
    const right = columnOf(tileWith(sampler, east, 60, known)!, 0)
    expect(Math.max(...left[0]!)).toBe(0.3)
    expect(right).toEqual(left)
    expect(Math.max(...computed.values())).toBe(1)
  })
})
