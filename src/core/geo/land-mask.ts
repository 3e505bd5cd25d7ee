import { modulo } from '../util/modulo.ts'
import { CELL_DEG, type Cell } from './grid.ts'
import { LAND_MASK } from './land-mask-data.ts'

const MASK_COLUMNS = 360
const MASK_ROWS = 180

let mask: Uint8Array | undefined

/**
 * Whether land lies in the 1° cell of this point. Deliberately generous: coasts, the smallest islands and up to a
 * degree of adjacent sea count.
 */
export function isLand(lat: number, lon: number): boolean {
  const column = modulo(Math.floor(lon) + 180, MASK_COLUMNS)
  const row = Math.min(MASK_ROWS - 1, Math.max(0, Math.floor(lat) + 90))
  return landMask()[row * MASK_COLUMNS + column] === 1
}

/** Whether land lies in a cell of the fire grid: open sea is not requested. */
export function cellHasLand(cell: Cell): boolean {
  for (let lat = cell.box.south; lat < cell.box.south + CELL_DEG; lat++) {
    for (let lon = cell.box.west; lon < cell.box.west + CELL_DEG; lon++) {
      if (isLand(lat, lon)) return true
    }
  }
  return false
}

function landMask(): Uint8Array {
  mask ??= decodeRuns(LAND_MASK, MASK_COLUMNS)
  return mask
}

/**
 * Decodes a run-length mask: rows separated by `/`, runs by blanks, each a digit (the value) and a length in base 36.
 */
export function decodeRuns(text: string, columns: number): Uint8Array {
  const rows = text.split('/')
  const cells = new Uint8Array(rows.length * columns)
  rows.forEach((row, index) => {
    let at = index * columns
    for (const run of row.split(' ')) {
      const length = Number.parseInt(run.slice(1), 36)
      cells.fill(Number(run[0]), at, at + length)
      at += length
    }
  })
  return cells
}
