import type { LatLon } from '../geo/geo.ts'
import { NearIndex, type VisitNear } from '../geo/near-index.ts'
import type { PlaceGeometry } from './place.ts'
import { PlaceCells } from './place-cells.ts'
import { type PlaceShape, shapeOf } from './place-shape.ts'

/** Calls for each place within reach of a point: its index in the list, and the distance of its edge. */
export type PlacesNear = (lat: number, lon: number, near: VisitNear) => void

/** Index of places within reach of a point; those without a geometry are points. */
export function createPlacesNear(
  places: readonly (LatLon & { geometry?: PlaceGeometry })[],
  reachKm: number,
): PlacesNear {
  const points = new NearIndex(places, reachKm, (index) => (places[index]?.geometry?.type ?? 'Point') === 'Point')
  const cells = new PlaceCells<{ index: number; shape: PlaceShape }>()
  for (const [index, { geometry }] of places.entries()) {
    if (!geometry || geometry.type === 'Point') continue
    const shape = shapeOf(geometry)
    cells.add({ index, shape }, shape, reachKm)
  }
  return (lat, lon, near) => {
    points.visit(lat, lon, near)
    const at = { lat, lon }
    cells.visit(lat, lon, ({ index, shape }) => {
      const km = shape.kmFrom(at, reachKm)
      if (km <= reachKm) near(index, km)
    })
  }
}
