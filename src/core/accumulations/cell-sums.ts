import { type Box, EARTH_RADIUS_KM, RAD } from '../geo/geo.ts'

/**
 * Cells per degree: 11 km from south to north, about the range of audible thunder and several times the location error
 * of the networks.
 */
export const CELLS_PER_DEG = 10
const COLUMNS = 360 * CELLS_PER_DEG
const ROWS = 180 * CELLS_PER_DEG
/** Cells are stored in blocks of ten degrees, allocated on first use. */
const BLOCK_CELLS = 10 * CELLS_PER_DEG
const BLOCK_COLUMNS = COLUMNS / BLOCK_CELLS
const BLOCK_AREA = BLOCK_CELLS ** 2
const BLOCK_BYTES = BLOCK_AREA * (4 + 4)

/** Strokes by cell, ordered by key. `hours`: number of thunder hours; one if absent. */
export interface CellColumns {
  keys: readonly number[]
  counts: readonly number[]
  hours?: readonly number[]
}

/** A cell of a response: south-western corner in degrees, and value. */
export type CellValue = readonly [south: number, west: number, value: number]

export type AccumulationKind = 'density' | 'hours'

/** Key of the cell of a point: cells are numbered from the south-western corner of the map, row by row. */
export function cellKey(lat: number, lon: number): number {
  return indexOf(lat + 90, ROWS) * COLUMNS + indexOf(lon + 180, COLUMNS)
}

/** Area between two latitudes over a width of longitude, km². */
export function areaKm2(southDeg: number, northDeg: number, widthDeg: number): number {
  return EARTH_RADIUS_KM ** 2 * widthDeg * RAD * (Math.sin(northDeg * RAD) - Math.sin(southDeg * RAD))
}

/** Sums of strokes and thunder hours by cell, over any period. */
export class CellSums {
  readonly #blocks = new Map<number, { counts: Uint32Array; hours: Uint32Array }>()

  get bytes(): number {
    return this.#blocks.size * BLOCK_BYTES
  }

  add({ keys, counts, hours }: CellColumns): void {
    for (let i = 0; i < keys.length; i++) this.#addCell(keys[i]!, counts[i]!, hours?.[i] ?? 1)
  }

  #addCell(key: number, count: number, hours: number): void {
    const column = key % COLUMNS
    const row = (key - column) / COLUMNS
    const number = Math.floor(row / BLOCK_CELLS) * BLOCK_COLUMNS + Math.floor(column / BLOCK_CELLS)
    let block = this.#blocks.get(number)
    if (!block) {
      block = { counts: new Uint32Array(BLOCK_AREA), hours: new Uint32Array(BLOCK_AREA) }
      this.#blocks.set(number, block)
    }
    const at = (row % BLOCK_CELLS) * BLOCK_CELLS + (column % BLOCK_CELLS)
    block.counts[at]! += count
    block.hours[at]! += hours
  }

  /**
   * Values in a box, with cells merged to `side` tenths of a degree, a divisor of a hundred. Density: strokes per km².
   * Hours: thunder hours; for merged cells the maximum.
   */
  within(box: Box, kind: AccumulationKind, side: number): CellValue[] {
    const joined = new Map<number, number>()
    for (const [number, { counts, hours }] of this.#blocks) {
      const fromRow = Math.floor(number / BLOCK_COLUMNS) * BLOCK_CELLS
      const fromColumn = (number % BLOCK_COLUMNS) * BLOCK_CELLS
      if (!touches(box, fromRow, fromColumn)) continue
      for (let at = 0; at < BLOCK_AREA; at++) {
        if (counts[at] === 0) continue
        const row = fromRow + Math.floor(at / BLOCK_CELLS)
        const column = fromColumn + (at % BLOCK_CELLS)
        const key = (row - (row % side)) * COLUMNS + (column - (column % side))
        const before = joined.get(key) ?? 0
        joined.set(key, kind === 'density' ? before + counts[at]! : Math.max(before, hours[at]!))
      }
    }
    const told: CellValue[] = []
    for (const [key, sum] of joined) {
      const south = Math.floor(key / COLUMNS) / CELLS_PER_DEG - 90
      const west = (key % COLUMNS) / CELLS_PER_DEG - 180
      const deg = side / CELLS_PER_DEG
      if (!overlaps(box, { south, west, north: south + deg, east: west + deg })) continue
      const value = kind === 'hours' ? sum : Number((sum / areaKm2(south, south + deg, deg)).toPrecision(4))
      told.push([tenths(south), tenths(west), value])
    }
    return told
  }
}

export function columnsOf(counts: ReadonlyMap<number, number>): { keys: number[]; counts: number[] } {
  const keys = [...counts.keys()].sort((a, b) => a - b)
  return { keys, counts: keys.map((key) => counts.get(key)!) }
}

function touches(box: Box, fromRow: number, fromColumn: number): boolean {
  const south = fromRow / CELLS_PER_DEG - 90
  const west = fromColumn / CELLS_PER_DEG - 180
  const deg = BLOCK_CELLS / CELLS_PER_DEG
  return overlaps(box, { south, west, north: south + deg, east: west + deg })
}

/** Whether a cell, which never crosses the antimeridian, intersects a box, which may. */
export function overlaps(box: Box, cell: Box): boolean {
  if (cell.north <= box.south || cell.south >= box.north) return false
  const isWithin = (west: number, east: number) => cell.east > west && cell.west < east
  return box.west <= box.east ? isWithin(box.west, box.east) : isWithin(box.west, 180) || isWithin(-180, box.east)
}

function indexOf(deg: number, cells: number): number {
  return Math.min(cells - 1, Math.max(0, Math.floor(deg * CELLS_PER_DEG)))
}

const tenths = (deg: number) => Math.round(deg * CELLS_PER_DEG) / CELLS_PER_DEG
