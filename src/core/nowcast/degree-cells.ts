import { KM_PER_DEG_LEAST } from '../geo/ellipsoid.ts'
import { type LatLon, RAD, wrapLon } from '../geo/geo.ts'
import type { PlaceShape } from '../places/place-shape.ts'
import { modulo } from '../util/modulo.ts'

/** Cells of one degree, as an index of nearby items. */
const CELL_DEG = 1
const CELL_ROWS = 180 / CELL_DEG
const CELL_COLUMNS = 360 / CELL_DEG
export const CELLS = CELL_ROWS * CELL_COLUMNS

export function cellOf({ lat, lon }: LatLon): number {
  return rowOf(lat) * CELL_COLUMNS + Math.min(CELL_COLUMNS - 1, Math.floor((wrapLon(lon) + 180) / CELL_DEG))
}

/** Near a pole a circle may contain every longitude. */
const POLAR_LAT = 89
/** The maximum distance from the centre of a cell to its corner. */
const CELL_REACH_KM = 80
/** A box around a long line or a large area with more cells than this mostly contains distant cells. */
const BOX_CELLS = 36

/** The cells within a distance of a place. */
export function cellsAround(
  shape: Pick<PlaceShape, 'middle' | 'reachKm'> & Partial<Pick<PlaceShape, 'kmFrom'>>,
  km: number,
): number[] {
  const { middle, reachKm, kmFrom } = shape
  const latDeg = (km + reachKm) / KM_PER_DEG_LEAST
  const south = rowOf(middle.lat - latDeg)
  const north = rowOf(middle.lat + latDeg)
  const poleward = Math.abs(middle.lat) + latDeg
  const lonDeg = poleward >= POLAR_LAT ? 180 : latDeg / Math.cos(poleward * RAD)
  const west = Math.floor((middle.lon - lonDeg + 180) / CELL_DEG)
  const columns = Math.min(CELL_COLUMNS, Math.floor((middle.lon + lonDeg + 180) / CELL_DEG) - west + 1)
  const isLarge = reachKm > 0 && (north - south + 1) * columns > BOX_CELLS
  const cells: number[] = []
  for (let row = south; row <= north; row++) {
    for (let i = 0; i < columns; i++) {
      const column = modulo(west + i, CELL_COLUMNS)
      if (isLarge && kmFrom) {
        const at = { lat: (row + 0.5) * CELL_DEG - 90, lon: (column + 0.5) * CELL_DEG - 180 }
        if (kmFrom(at, km + CELL_REACH_KM) > km + CELL_REACH_KM) continue
      }
      cells.push(row * CELL_COLUMNS + column)
    }
  }
  return cells
}

function rowOf(lat: number): number {
  return Math.max(0, Math.min(CELL_ROWS - 1, Math.floor((lat + 90) / CELL_DEG)))
}
