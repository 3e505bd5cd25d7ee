import { expect, it } from 'vitest'
import { FIRE_CELLS_MAX, fireCoverage, firesOf } from './fire-cells.ts'
import { cellsIn } from './grid.ts'

const hotspot = (hotspot_id: string, acq_datetime = '2026-07-01T05:00:00Z') => ({
  hotspot_id,
  acq_datetime,
  latitude: 30,
  longitude: 110,
})

it('asks for the land in view, from the middle outward, and not for the sea', () => {
  const { wanted, asked } = fireCoverage({ west: 105, south: 25, east: 115, north: 35 })
  expect(wanted).toHaveLength(4)
  expect(asked).toEqual(wanted)
  expect(fireCoverage({ west: -150, south: -50, east: -140, north: -40 }).wanted).toEqual([])
})

it('asks for no more cells than its limit, and still counts what it wants', () => {
  const { wanted, asked } = fireCoverage({ west: -180, south: -90, east: 180, north: 90 })
  expect(asked).toHaveLength(FIRE_CELLS_MAX)
  expect(wanted.length).toBeGreaterThan(FIRE_CELLS_MAX * 4)
})

it('counts a hotspot that two cells report once, and leaves out one without a readable time', () => {
  const fires = firesOf([
    [hotspot('a'), hotspot('b')],
    [hotspot('b'), hotspot('c', 'yesterday')],
  ])
  expect(fires.map(({ id }) => id)).toEqual(['a', 'b'])
})

it('follows a view across the antimeridian', () => {
  const keys = cellsIn({ west: 175, south: 0, east: -175, north: 5 }).map(({ key }) => key)
  expect(keys.sort()).toEqual(['0.18', '71.18'])
})
