import { expect, it } from 'vitest'
import { cellAt, cellsIn } from '../geo/grid.ts'
import { FIRE_CELLS_MAX, fireCoverage, firesOfCell, readFires } from './fire-cells.ts'

const hotspot = (hotspot_id: string, acq_datetime = '2026-07-01T05:00:00Z') => ({
  hotspot_id,
  acq_datetime,
  latitude: 30,
  longitude: 110,
})

it('requests the land in view, from the centre outward, and not the sea', () => {
  const { wanted, asked } = fireCoverage({ west: 105, south: 25, east: 115, north: 35 })
  expect(wanted).toHaveLength(4)
  expect(asked).toEqual(wanted)
  expect(fireCoverage({ west: -150, south: -50, east: -140, north: -40 }).wanted).toEqual([])
})

it('requests at most its limit of cells, and still counts the wanted ones', () => {
  const { wanted, asked } = fireCoverage({ west: -180, south: -90, east: 180, north: 90 })
  expect(asked).toHaveLength(FIRE_CELLS_MAX)
  expect(wanted.length).toBeGreaterThan(FIRE_CELLS_MAX * 4)
})

it('counts a repeated hotspot once, and omits one without a valid time', () => {
  const fires = readFires([hotspot('a'), hotspot('b'), hotspot('b'), hotspot('c', 'yesterday')])
  expect(fires.map(({ id }) => id)).toEqual(['a', 'b'])
})

it('separates fires at different places with one id or none', () => {
  const at = (hotspot_id: string, latitude: number) => ({ ...hotspot(hotspot_id), latitude })
  const fires = readFires([at('a', 30), at('a', 31), at('a', 31), at('', 32), at('', 33), at(' ', 33)])
  expect(fires.map(({ lat }) => lat)).toEqual([30, 31, 32, 33])
  expect(new Set(fires.map(({ id }) => id)).size).toBe(4)
  expect(fires[0]!.id).toBe('a')
})

it('sorts oldest first', () => {
  const fires = readFires([hotspot('new', '2026-07-01T06:00:00Z'), hotspot('old', '2026-07-01T04:00:00Z')])
  expect(fires.map(({ id }) => id)).toEqual(['old', 'new'])
})

it('assigns a hotspot on the edge of two cells to one of them', () => {
  const onEdge = [hotspot('a')] // 30 N, 110 E
  const owners = [cellAt(57, 23), cellAt(58, 23), cellAt(57, 24), cellAt(58, 24)].filter(
    (cell) => firesOfCell(cell, onEdge).length > 0,
  )
  expect(owners.map(({ key }) => key)).toEqual(['58.24'])
  const atTheEnd = { ...hotspot('b'), latitude: 68, longitude: 180 }
  expect(firesOfCell(cellAt(71, 31), [atTheEnd])).toHaveLength(1)
})

it('follows a view across the antimeridian', () => {
  const keys = cellsIn({ west: 175, south: 0, east: -175, north: 5 }).map(({ key }) => key)
  expect(keys.sort()).toEqual(['0.18', '71.18'])
})
