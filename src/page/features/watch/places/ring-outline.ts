import { contours } from 'd3-contour'
import type { Geometry, Position } from 'geojson'
import { destination, KM_PER_DEG, RAD } from '../../../../core/geo/geo.ts'
import type { ShapedPlace } from '../../../live/places/place-store.ts'

const STEP_DEG = 4
/** Cells along each side of the grid in which the distances from a line or an area are reckoned. */
const CELLS = 80
/** The grid reaches so much beyond the ring that the ring is closed within it. */
const SPARE = 1.08

const known = new WeakMap<ShapedPlace, Map<number, Geometry>>()

/** The line that lies so many kilometres from the edge of a place. */
export function ringOutline(place: ShapedPlace, km: number): Geometry {
  const outlines = known.get(place) ?? new Map<number, Geometry>()
  known.set(place, outlines)
  const held = outlines.get(km)
  if (held) return held
  const outline = place.geometry.type === 'Point' ? circle(place, km) : contour(place, km)
  outlines.set(km, outline)
  return outline
}

function circle({ shape: { middle } }: ShapedPlace, km: number): Geometry {
  const bearings = Array.from({ length: 360 / STEP_DEG + 1 }, (_, i) => i * STEP_DEG)
  const at = (bearing: number): Position => {
    const { lat, lon } = destination(middle, bearing, km)
    return [lon + Math.round((middle.lon - lon) / 360) * 360, lat] // goes on beyond the antimeridian
  }
  return { type: 'MultiLineString', coordinates: [bearings.map(at)] }
}

/** By the distances of a grid of points around the place. */
function contour({ shape }: ShapedPlace, km: number): Geometry {
  const { middle, reachKm } = shape
  const halfKm = (reachKm + km) * SPARE
  const cellKm = (2 * halfKm) / CELLS
  const kmAt = (cell: number) => cell * cellKm - halfKm
  const distances = Array.from({ length: CELLS * CELLS }, (_, i) => {
    return -shape.distanceKm(kmAt((i % CELLS) + 0.5), kmAt(Math.floor(i / CELLS) + 0.5))
  })
  const { coordinates } = contours().size([CELLS, CELLS]).contour(distances, -km)
  const lonDeg = KM_PER_DEG * Math.cos(middle.lat * RAD)
  const at = ([x = 0, y = 0]: Position): Position => [middle.lon + kmAt(x) / lonDeg, middle.lat + kmAt(y) / KM_PER_DEG]
  return { type: 'MultiLineString', coordinates: coordinates.flat().map((ring) => ring.map(at)) }
}
