import { describe, expect, it } from 'vitest'
import type { CellValue } from './cell-sums.ts'
import { cellRuns, classOf, mostIn, requestedBox } from './classes.ts'

describe('classes', () => {
  it.each([
    ['density', 0.008, 0],
    ['density', 0.03, 1],
    ['density', 0.999, 3],
    ['density', 25, 6],
    ['hours', 1, 0],
    ['hours', 2, 1],
    ['hours', 99, 5],
    ['hours', 100, 6],
  ] as const)('of %s has %d in class %d', (kind, value, expected) => expect(classOf(kind, value)).toBe(expected))
})

describe('runs of cells', () => {
  const cells: CellValue[] = [
    [31.3, 122, 4],
    [31.2, 121.5, 1],
    [31.2, 121.4, 1],
    [31.2, 121.6, 4],
    [31.2, 121.9, 4],
  ]

  it('join neighbours of one class in a row, and no others', () => {
    const runs = cellRuns('hours', cells, 0.1)
    expect(runs.map(({ south, west, class: of }) => [south, west, of])).toEqual([
      [31.2, 121.4, 0],
      [31.2, 121.6, 1],
      [31.2, 121.9, 1],
      [31.3, 122, 1],
    ])
    expect(runs.map(({ east, west }) => Math.round((east - west) * 10))).toEqual([2, 1, 1, 1])
  })

  it('leave the cells as they were', () => {
    const before = structuredClone(cells)
    cellRuns('hours', cells, 0.1)
    expect(cells).toEqual(before)
  })
})

describe('the most in a box', () => {
  const cells: CellValue[] = [
    [10, 179, 3],
    [10, -180, 7],
    [40, 0, 50],
  ]

  it('is of cells that touch it, across the antimeridian too', () => {
    const box = { west: 178, south: 5, east: -179, north: 15 }
    expect(mostIn(box, cells, 1)).toEqual([10, -180, 7])
    expect(mostIn({ ...box, east: 180 }, cells, 1)).toEqual([10, 179, 3])
    expect(mostIn({ west: 1.5, south: 41.5, east: 2, north: 42 }, cells, 1)).toBeNull()
  })
})

describe('the requested box', () => {
  it('contains the whole view, and stays unchanged during small pans', () => {
    const asked = requestedBox({ west: 100.2, south: 20.3, east: 125.9, north: 41 })
    expect(asked).toEqual({ west: 100, south: 20, east: 130, north: 50 })
    expect(requestedBox({ west: 101.2, south: 21.3, east: 126.9, north: 42 })).toEqual(asked)
  })

  it('continues across the antimeridian, up to the whole world', () => {
    expect(requestedBox({ west: 170.5, south: -88, east: -171.5, north: -70 })).toEqual({
      west: 170,
      east: -170,
      south: -90,
      north: -70,
    })
    expect(requestedBox({ west: -170, south: -60, east: 175, north: 80 })).toEqual({
      west: -180,
      south: -60,
      east: 180,
      north: 90,
    })
    expect(requestedBox({ west: 170, south: -5, east: 180, north: 5 }).east).toBe(180)
  })
})
