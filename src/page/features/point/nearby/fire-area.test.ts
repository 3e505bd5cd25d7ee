import fc from 'fast-check'
import { expect, it } from 'vitest'
import { boxBetween, outlineOf } from './fire-area.ts'

it('makes a box of two opposite corners, chosen in any order', () => {
  const box = { west: 112.5, south: 23, east: 115, north: 24.25 }
  expect(boxBetween({ lat: 23, lon: 112.5 }, { lat: 24.25, lon: 115 })).toEqual(box)
  expect(boxBetween({ lat: 24.25, lon: 115 }, { lat: 23, lon: 112.5 })).toEqual(box)
})

it('limits the sides to 5 degrees from the first corner', () => {
  expect(boxBetween({ lat: 20, lon: 100 }, { lat: 40, lon: 90 })).toEqual({ west: 95, south: 20, east: 100, north: 25 })
})

it('ends a box at the antimeridian', () => {
  const { west, east } = boxBetween({ lat: 10, lon: 178 }, { lat: 12, lon: -179 })!
  expect([west, east]).toEqual([178, 180])
})

it('needs two corners with an area between them', () => {
  expect(boxBetween({ lat: 20, lon: 100 }, { lat: 20, lon: 101 })).toBeNull()
  expect(boxBetween({ lat: 20, lon: 100 }, { lat: 20.001, lon: 100.001 })).toBeNull()
})

it('makes boxes that the contract allows of any corners', () => {
  const corner = fc.record({
    lat: fc.integer({ min: -9000, max: 9000 }).map((n) => n / 100),
    lon: fc.integer({ min: -18000, max: 17999 }).map((n) => n / 100),
  })
  fc.assert(
    fc.property(corner, corner, (first, second) => {
      const box = boxBetween(first, second)
      if (!box) return
      expect(box.west).toBeGreaterThanOrEqual(-180)
      expect(box.east).toBeLessThanOrEqual(180)
      expect(box.south).toBeGreaterThanOrEqual(-90)
      expect(box.north).toBeLessThanOrEqual(90)
      for (const side of [box.east - box.west, box.north - box.south]) {
        expect(side).toBeGreaterThan(0)
        expect(side).toBeLessThan(5.001)
      }
    }),
  )
})

it('closes the outline of both shapes', () => {
  const circle = outlineOf({ shape: 'circle', at: { lat: 25, lon: 179.9 }, radiusKm: 200 })
  const box = outlineOf({ shape: 'box', box: { west: 1, south: 2, east: 3, north: 4 } })
  for (const outline of [circle, box]) {
    const [first] = outline
    expect(outline.at(-1)![0]).toBeCloseTo(first![0]!)
    expect(outline.at(-1)![1]).toBeCloseTo(first![1]!)
  }
  expect(Math.max(...circle.map(([lon]) => lon!))).toBeGreaterThan(180)
})
