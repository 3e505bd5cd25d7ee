import { expect, it } from 'vitest'
import { cellOf } from '../../../core/geo/grid.ts'
import type { Fire } from '../../../core/weather/fire-cells.ts'
import { youngestWithin } from './fire-pick.ts'

const fire = (id: string, lat: number, lon: number, detectedAtMs = 0): Fire => ({ id, lat, lon, detectedAtMs })
const around = (...fires: Fire[]) => fires.map((each) => ({ cell: cellOf(each.lat, each.lon), fires: [each] }))
const reach = (lat: number, lon: number, by = 0.1) => ({
  west: lon - by,
  east: lon + by,
  south: lat - by,
  north: lat + by,
})

it('finds the youngest within reach', () => {
  const cells = around(fire('old', 30, 110, 1), fire('young', 30.05, 110.05, 2), fire('far', 31, 110, 3))
  expect(youngestWithin(cells, reach(30, 110))?.id).toBe('young')
  expect(youngestWithin(cells, reach(32, 110))).toBeNull()
})

it('reaches across the antimeridian, from either side', () => {
  const cells = around(fire('west', 60, -179.98), fire('east', 60, 179.98))
  expect(youngestWithin(cells.slice(0, 1), reach(60, 179.95))?.id).toBe('west')
  expect(youngestWithin(cells.slice(1), reach(60, -179.95))?.id).toBe('east')
})
