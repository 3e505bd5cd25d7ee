import type { LatLon } from '../geo/geo.ts'
import { NearIndex, type VisitNear } from '../geo/near-index.ts'
import { cellOf, cellsAround } from '../nowcast/degree-cells.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import type { PlaceGeometry } from './place.ts'
import { type PlaceShape, shapeOf } from './place-shape.ts'

/** Calls for each place within reach of a point: its index in the list, and how far its edge is. */
export type PlacesNear = (lat: number, lon: number, near: VisitNear) => void

/** Finds which of many places lie within reach of a point; those without a geometry are points. */
export function createPlacesNear(
  places: readonly (LatLon & { geometry?: PlaceGeometry })[],
  reachKm: number,
): PlacesNear {
  const points = new NearIndex(places, reachKm, (index) => (places[index]?.geometry?.type ?? 'Point') === 'Point')
  const cells = new Map<number, { index: number; shape: PlaceShape }[]>()
  for (const [index, { geometry }] of places.entries()) {
    if (!geometry || geometry.type === 'Point') continue
    const shape = shapeOf(geometry)
    const entry = { index, shape }
    for (const cell of cellsAround(shape, reachKm)) heldOrMade(cells, cell, () => []).push(entry)
  }
  return (lat, lon, near) => {
    points.visit(lat, lon, near)
    for (const { index, shape } of cells.get(cellOf({ lat, lon })) ?? []) {
      const km = shape.kmFrom({ lat, lon }, reachKm)
      if (km <= reachKm) near(index, km)
    }
  }
}
