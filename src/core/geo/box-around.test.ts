import { expect, it } from 'vitest'
import { boxAround } from './box-around.ts'
import { destination } from './geo.ts'

it('holds every point of the circle', () => {
  for (const place of [
    { lat: 0, lon: 10 },
    { lat: 68, lon: 120 },
    { lat: -45, lon: -60 },
  ]) {
    const { west, south, east, north } = boxAround(place, 200)
    for (let bearing = 0; bearing < 360; bearing += 15) {
      const { lat, lon } = destination(place, bearing, 199.9)
      expect(lat).toBeGreaterThan(south)
      expect(lat).toBeLessThan(north)
      expect(lon).toBeGreaterThan(west)
      expect(lon).toBeLessThan(east)
    }
  }
})

it('wraps around near a pole, and counts on past the antimeridian', () => {
  expect(boxAround({ lat: 89.9, lon: 10 }, 50)).toMatchObject({ west: -170, east: 190, north: 90 })
  expect(boxAround({ lat: 0, lon: 179.9 }, 50).east).toBeGreaterThan(180)
})
