import type { MultiLineString } from 'geojson'
import { expect, it } from 'vitest'
import { distanceKm } from '../../../../core/geo/geo.ts'
import type { PlaceGeometry } from '../../../../core/places/place.ts'
import { shapeOf } from '../../../../core/places/place-shape.ts'
import type { ShapedPlace } from '../../../live/places/place-store.ts'
import { drawnRing } from './drawn-ring.ts'

const placeOf = (geometry: PlaceGeometry): ShapedPlace => ({
  id: 'farm',
  name: 'Farm',
  nameZh: null,
  group: null,
  timeZone: null,
  hours: null,
  holdMin: 30,
  isDrawn: true,
  ringsKm: [5, 8],
  geometry,
  shape: shapeOf(geometry),
})
const lineOf = (...coordinates: [number, number][]): PlaceGeometry => ({ type: 'LineString', coordinates })
const points = (place: ShapedPlace, km: number) =>
  (drawnRing(place, km) as MultiLineString).coordinates.flat().map(([lon = 0, lat = 0]) => ({ lat, lon }))

it('draws a circle around a point', () => {
  const place = placeOf({ type: 'Point', coordinates: [121.8, 31.15] })
  for (const at of points(place, 8)) expect(distanceKm({ lat: 31.15, lon: 121.8 }, at)).toBeCloseTo(8, 3)
})

it.each<PlaceGeometry>([
  {
    type: 'LineString',
    coordinates: [
      [121.1, 31.2],
      [121.6, 31.3],
      [122, 31.2],
    ],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [121.5, 31],
        [121.9, 31],
        [121.9, 31.3],
        [121.5, 31.3],
        [121.5, 31],
      ],
    ],
  },
])('draws a line at a constant distance from the edge of a $type', (geometry) => {
  const place = placeOf(geometry)
  const ring = points(place, 8)
  expect(ring.length).toBeGreaterThan(50)
  for (const at of ring) expect(Math.abs(place.shape.kmFrom(at, 50) - 8)).toBeLessThan(0.05)
})

it.each<[string, PlaceGeometry, number]>([
  ['a line of 4,000 km', lineOf([87.3, 44], [95.8, 40.5], [103.8, 37.8], [108.9, 34.3], [118.9, 30.8]), 10],
  ['a line across the antimeridian', lineOf([179, 50], [-178, 52]), 5],
  ['a line past the pole', lineOf([20, 89], [-150, 88.5]), 20],
  ['a line that turns back', lineOf([121, 31], [121.5, 31], [121, 31.001]), 5],
  ['a line of a metre', lineOf([121, 31], [121.00001, 31]), 5],
])('draws a ring around %s at a constant distance, without a gap', (_, geometry, km) => {
  const place = placeOf(geometry)
  const { coordinates } = drawnRing(place, km) as MultiLineString
  for (const line of coordinates) {
    for (const [lon = 0, lat = 0] of line)
      expect(Math.abs(place.shape.kmFrom({ lat, lon }, 99) / km - 1)).toBeLessThan(0.011)
  }
  // Each end of a line is on another one, or on its own other end.
  const lines = coordinates.map((line) => line.map(([lon = 0, lat = 0]) => ({ lat, lon })))
  for (const [i, line] of lines.entries()) {
    const others = lines.filter((_, j) => j !== i).flat()
    const first = line[0]!
    const last = line.at(-1)!
    for (const [end, other] of [[first, last] as const, [last, first] as const]) {
      expect(Math.min(...[other, ...others].map((at) => distanceKm(end, at)))).toBeLessThan(km * 0.2)
    }
  }
})
