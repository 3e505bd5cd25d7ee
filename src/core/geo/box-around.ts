import { KM_PER_DEG_LEAST } from './ellipsoid.ts'
import type { Box, LatLon } from './geo.ts'

/** Below this cosine of the latitude the box contains every longitude, because the pole is near. */
const POLAR_COS = 0.02

/** The smallest box that holds a circle; where it crosses the antimeridian its longitudes go beyond ±180°. */
export function boxAround({ lat, lon }: LatLon, radiusKm: number): Box {
  const halfLat = radiusKm / KM_PER_DEG_LEAST
  const south = Math.max(-90, lat - halfLat)
  const north = Math.min(90, lat + halfLat)
  // A circle is widest slightly poleward of its centre; the edge nearer to the pole is wider still, and safe.
  const cos = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  const halfLon = cos < POLAR_COS ? 180 : Math.min(180, halfLat / cos)
  return { west: lon - halfLon, south, east: lon + halfLon, north }
}
