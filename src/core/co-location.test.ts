import { expect, it } from 'vitest'
import { coLocation, nearestPlace } from './co-location.ts'

const fire = { lat: 30, lon: 110 }
const strike = (lat: number, timeMs = 0) => ({ lat, lon: 110, timeMs })

it('counts what struck in the same place, and names the nearest within reach', () => {
  const { within, nearest } = coLocation(fire, [strike(30.02, 1), strike(29.99, 2), strike(30.06, 3), strike(31, 4)])
  expect(within).toBe(2)
  expect(nearest?.km).toBeCloseTo(1.11, 2)
  expect(nearest?.bearingDeg).toBeCloseTo(180, 5)
  expect(nearest?.timeMs).toBe(2)
})

it('names a strike that is near and not in the same place, and none that is far', () => {
  expect(coLocation(fire, [strike(30.06)])).toMatchObject({ within: 0, nearest: { timeMs: 0 } })
  expect(coLocation(fire, [strike(31)])).toEqual({ within: 0, nearest: null })
})

it('finds the nearest of places', () => {
  const places = [
    { lat: 31, lon: 110, name: 'far' },
    { lat: 30.1, lon: 110, name: 'near' },
  ]
  expect(nearestPlace(fire, places)?.place.name).toBe('near')
  expect(nearestPlace(fire, [])).toBeNull()
})
