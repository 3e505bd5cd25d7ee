import { describe, expect, it } from 'vitest'
import { areaKm2, CellSums, cellKey } from './cell-sums.ts'

const WORLD = { west: -180, south: -90, east: 180, north: 90 }

function sumsOf(...strokes: [lat: number, lon: number, count: number, hours: number][]): CellSums {
  const sums = new CellSums()
  for (const [lat, lon, count, hours] of strokes) {
    sums.add({ keys: [cellKey(lat, lon)], counts: [count], hours: [hours] })
  }
  return sums
}

describe('the area of a cell', () => {
  it('is computed by latitude, and sums up to the whole Earth', () => {
    expect(areaKm2(0, 0.1, 0.1)).toBeCloseTo(123.64, 1)
    expect(areaKm2(60, 60.1, 0.1)).toBeCloseTo(61.7, 0)
    expect(areaKm2(-90, 90, 360)).toBeCloseTo(510_065_600, -4)
  })
})

describe('sums by cell', () => {
  it('have strokes per km² and hours in each cell of a tenth of a degree', () => {
    const sums = sumsOf([31.25, 121.45, 30, 2], [31.25, 121.45, 10, 1], [31.35, 121.45, 5, 1])
    expect(sums.within(WORLD, 'hours', 1)).toEqual([
      [31.2, 121.4, 3],
      [31.3, 121.4, 1],
    ])
    const [[, , density] = [0, 0, 0]] = sums.within(WORLD, 'density', 1)
    expect(density).toBeCloseTo(40 / areaKm2(31.2, 31.3, 0.1), 3)
  })

  it('joined to wider cells have strokes by the whole area, and the most hours of any in it', () => {
    const sums = sumsOf([31.25, 121.45, 30, 2], [31.75, 121.05, 10, 7], [31.95, 122.05, 1, 1])
    expect(sums.within(WORLD, 'hours', 10)).toEqual([
      [31, 121, 7],
      [31, 122, 1],
    ])
    const [[, , density] = [0, 0, 0]] = sums.within(WORLD, 'density', 10)
    expect(density).toBeCloseTo(40 / areaKm2(31, 32, 1), 6)
  })

  it('are available for a box, also across the antimeridian, and in the corners of the map', () => {
    const sums = sumsOf([10, 179.95, 1, 1], [10, -179.95, 1, 1], [10, 0, 1, 1], [90, 180, 1, 1], [-90, -180, 1, 1])
    const across = { west: 179, south: 5, east: -179, north: 15 }
    expect(sums.within(across, 'hours', 1).map(([, west]) => west)).toEqual([179.9, -180])
    expect(sums.within(WORLD, 'hours', 1)).toHaveLength(5)
    expect(sums.within({ west: 1, south: 11, east: 2, north: 12 }, 'hours', 1)).toEqual([])
  })
})
