import { KM_PER_DEG, type LatLon, RAD, wrapLon } from '../geo/geo.ts'
import type { PlaceShape } from '../places/place.ts'
import { modulo } from '../util/modulo.ts'

/** Cells of a degree, by which what is near a place is found. */
const CELL_DEG = 1
const CELL_ROWS = 180 / CELL_DEG
const CELL_COLUMNS = 360 / CELL_DEG

export function cellOf({ lat, lon }: LatLon): number {
  return rowOf(lat) * CELL_COLUMNS + Math.min(CELL_COLUMNS - 1, Math.floor((wrapLon(lon) + 180) / CELL_DEG))
}

/** The cells of all that lies within so many kilometres of a place. */
export function cellsAround({ middle, reachKm }: Pick<PlaceShape, 'middle' | 'reachKm'>, km: number): number[] {
  const latDeg = (km + reachKm) / KM_PER_DEG
  const south = rowOf(middle.lat - latDeg)
  const north = rowOf(middle.lat + latDeg)
  const widest = Math.min(89, Math.max(Math.abs(middle.lat - latDeg), Math.abs(middle.lat + latDeg)))
  const lonDeg = Math.min(180 - CELL_DEG, latDeg / Math.cos(widest * RAD))
  const west = Math.floor((middle.lon - lonDeg + 180) / CELL_DEG)
  const east = Math.floor((middle.lon + lonDeg + 180) / CELL_DEG)
  const cells: number[] = []
  for (let row = south; row <= north; row++) {
    for (let column = west; column <= east; column++) cells.push(row * CELL_COLUMNS + modulo(column, CELL_COLUMNS))
  }
  return cells
}

function rowOf(lat: number): number {
  return Math.max(0, Math.min(CELL_ROWS - 1, Math.floor((lat + 90) / CELL_DEG)))
}
