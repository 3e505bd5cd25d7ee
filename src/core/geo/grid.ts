import { FIRE_BOX_SIDE_DEG_RECOMMENDED } from '../../contract/limits.ts'
import { modulo } from '../util/modulo.ts'
import type { Box } from './geo.ts'

/** Cell side of fire requests: whole cells are shared by panning and by other viewers. */
export const CELL_DEG = FIRE_BOX_SIDE_DEG_RECOMMENDED
const COLUMNS = 360 / CELL_DEG
const ROWS = 180 / CELL_DEG

export interface Cell {
  /** Column (from -180° eastward) and row (from -90° northward), `"60.24"`. */
  key: string
  column: number
  row: number
  box: Box
}

export function cellAt(column: number, row: number): Cell {
  const west = column * CELL_DEG - 180
  const south = row * CELL_DEG - 90
  return { key: `${column}.${row}`, column, row, box: { west, south, east: west + CELL_DEG, north: south + CELL_DEG } }
}

export function cellOf(lat: number, lon: number): Cell {
  return cellAt(columnOf(lon), rowOf(lat))
}

/** Whether a place belongs to the cell. A place on an edge belongs to one cell only. */
export function isOfCell(cell: Cell, lat: number, lon: number): boolean {
  return columnOf(lon) === cell.column && rowOf(lat) === cell.row
}

function columnOf(lon: number): number {
  return Math.min(COLUMNS - 1, Math.max(0, Math.floor((lon + 180) / CELL_DEG)))
}

function rowOf(lat: number): number {
  return Math.min(ROWS - 1, Math.max(0, Math.floor((lat + 90) / CELL_DEG)))
}

/** The cells that intersect `box`, nearest to its centre first; the box may cross the antimeridian. */
export function cellsIn(box: Box): Cell[] {
  const width = Math.min(360, box.east >= box.west ? box.east - box.west : box.east + 360 - box.west)
  const first = Math.floor((box.west + 180) / CELL_DEG)
  const count = Math.min(COLUMNS, Math.ceil((box.west + 180 + width) / CELL_DEG) - first)
  const south = Math.max(0, Math.floor((box.south + 90) / CELL_DEG))
  const north = Math.min(ROWS, Math.ceil((box.north + 90) / CELL_DEG))
  const middleColumn = (box.west + width / 2 + 180) / CELL_DEG - 0.5
  const middleRow = ((box.south + box.north) / 2 + 90) / CELL_DEG - 0.5
  const found: { cell: Cell; far: number }[] = []
  for (let row = south; row < north; row++) {
    for (let i = 0; i < count; i++) {
      const column = first + i
      found.push({
        cell: cellAt(modulo(column, COLUMNS), row),
        far: (column - middleColumn) ** 2 + (row - middleRow) ** 2,
      })
    }
  }
  return found.sort((a, b) => a.far - b.far).map(({ cell }) => cell)
}
