import type { MultiLineString } from 'geojson'
import { expect, it } from 'vitest'
import { distanceKm } from '../../../../core/geo/geo.ts'
import { kmFrom, type PlaceGeometry, shapeOf } from '../../../../core/places/place.ts'
import type { ShapedPlace } from '../../../live/places/place-store.ts'
import { ringOutline } from './ring-outline.ts'

const placeOf = (geometry: PlaceGeometry): ShapedPlace => ({
  ...{ id: 'farm', name: 'Farm', nameZh: null, group: null, timeZone: null, hours: null, holdMin: 30 },
  ...{ isDrawn: true, ringsKm: [5, 8], geometry, shape: shapeOf(geometry) },
})
const points = (place: ShapedPlace, km: number) =>
  (ringOutline(place, km) as MultiLineString).coordinates.flat().map(([lon = 0, lat = 0]) => ({ lat, lon }))

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
])('draws a line that keeps its distance from the edge of a $type', (geometry) => {
  const place = placeOf(geometry)
  const ring = points(place, 8)
  expect(ring.length).toBeGreaterThan(50)
  for (const at of ring) expect(Math.abs(kmFrom(geometry, place.shape, at, 50) - 8)).toBeLessThan(0.5)
})
