import type { Geometry, Position } from 'geojson'
import { wrapLon } from '../../../../core/geo/geo.ts'
import { ringOutline } from '../../../../core/places/ring-outline.ts'
import type { ShapedPlace } from '../../../live/places/place-store.ts'

const known = new WeakMap<ShapedPlace, Map<number, Geometry>>()

/** The line at this distance, km, from the edge of a place, as a map shape. */
export function drawnRing(place: ShapedPlace, km: number): Geometry {
  const outlines = known.get(place) ?? new Map<number, Geometry>()
  known.set(place, outlines)
  const held = outlines.get(km)
  if (held) return held
  const { geometry, shape } = place
  const lines = ringOutline(geometry, shape, km).map((line) => {
    let east = shape.middle.lon
    return line.map(({ lat, lon }): Position => {
      east += wrapLon(lon - east) // continues beyond the antimeridian
      return [east, lat]
    })
  })
  const outline: Geometry = { type: 'MultiLineString', coordinates: lines }
  outlines.set(km, outline)
  return outline
}
