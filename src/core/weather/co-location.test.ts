import { expect, it } from 'vitest'
import { nearestPlace } from './co-location.ts'

const fire = { lat: 30, lon: 110 }

it('finds the nearest of places', () => {
  const places = [
    { lat: 31, lon: 110, name: 'far' },
    { lat: 30.1, lon: 110, name: 'near' },
  ]
  expect(nearestPlace(fire, places)?.place.name).toBe('near')
  expect(nearestPlace(fire, [])).toBeNull()
})
