import { expect, it } from 'vitest'
import { destination, type LatLon } from '../geo/geo.ts'
import type { PlaceGeometry } from './place.ts'
import { shapeOf } from './place-shape.ts'

function distanceToPlace(geometry: PlaceGeometry, at: LatLon): number {
  return shapeOf(geometry).kmFrom(at, Number.POSITIVE_INFINITY)
}

const square: PlaceGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [179.9, -0.1],
      [-179.9, -0.1],
      [-179.9, 0.1],
      [179.9, 0.1],
      [179.9, -0.1],
    ],
    [
      [179.99, -0.01],
      [-179.99, -0.01],
      [-179.99, 0.01],
      [179.99, 0.01],
      [179.99, -0.01],
    ],
  ],
}

it('measures from a point on the globe', () => {
  const at = { lat: 68, lon: 27 }
  expect(distanceToPlace({ type: 'Point', coordinates: [27, 68] }, destination(at, 60, 40))).toBeCloseTo(40, 1)
})

it('measures from the nearest part of a line', () => {
  const line: PlaceGeometry = {
    type: 'LineString',
    coordinates: [
      [10, 60],
      [11, 60],
    ],
  }
  expect(distanceToPlace(line, { lat: 60.1, lon: 10.5 })).toBeCloseTo(11.04, 2)
  expect(distanceToPlace(line, destination({ lat: 60, lon: 11 }, 90, 20))).toBeCloseTo(20, 0)
})

it('is zero inside an area, across the antimeridian as well, and positive in its hole', () => {
  expect(distanceToPlace(square, { lat: 0.05, lon: -179.95 })).toBe(0)
  expect(distanceToPlace(square, { lat: 0.05, lon: 179.95 })).toBe(0)
  expect(distanceToPlace(square, { lat: 0, lon: 180 })).toBeCloseTo(1.11, 2)
  expect(distanceToPlace(square, { lat: 0, lon: 179.8 })).toBeCloseTo(11.13, 2)
})
