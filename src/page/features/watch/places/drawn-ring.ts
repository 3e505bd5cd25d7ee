import type { Geometry, Position } from 'geojson'
import { wrapLon } from '../../../../core/geo/geo.ts'
import { ringOutline } from '../../../../core/places/ring-outline.ts'
import { heldOrMade } from '../../../../core/util/held-or-made.ts'
import type { ShapedPlace } from '../../../live/places/place-store.ts'

const known = new WeakMap<ShapedPlace, Map<number, Geometry>>()

/** The line at this distance, km, from the edge of a place, as a map shape. */
export function drawnRing(place: ShapedPlace, km: number): Geometry {
  const outlines = heldOrMade(known, place, () => new Map<number, Geometry>())
  return heldOrMade(outlines, km, () => outlineOf(place, km))
}

function outlineOf({ geometry, shape }: ShapedPlace, km: number): Geometry {
  const lines = ringOutline(geometry, shape, km).map((line) => {
    let east = shape.middle.lon
    return line.map(({ lat, lon }): Position => {
      east += wrapLon(lon - east) // continues beyond the antimeridian
      return [east, lat]
    })
  })
  return { type: 'MultiLineString', coordinates: lines }
}
