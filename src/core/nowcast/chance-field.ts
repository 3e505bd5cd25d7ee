import { FIELD_HORIZONS_MIN } from '../../contract/chance/levels.ts'
import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import { type Box, KM_PER_DEG, type LatLon, wrapLon } from '../geo/geo.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import { modulo } from '../util/modulo.ts'
import type { ChanceSampler } from './nowcast.ts'

/**
 * Chances on a grid, by square tiles that are computed once for all viewers. Coarse cells are divided only where
 * chances differ; the rest of the grid is interpolated. Grids are fine in small views and coarse in wide ones, so that
 * each view costs about the same.
 */

const NODES_PER_DEG = [64, 32, 16, 8] as const
/** Nodes per degree of the finest grid, which contains all others. */
const FINEST = NODES_PER_DEG[0]
/** Steps of the grid along the side of a tile. */
const TILE_STEPS = 16
/** Side of the tiles of the coarsest grid, degrees. */
export const TILE_MAX_DEG = TILE_STEPS / NODES_PER_DEG[3]
/** Nodes along the side of a tile, with both edges. */
export const TILE_NODES = TILE_STEPS + 1
/** Bounds the cost of a view. */
export const TILES_MAX = 80
/** Cells per degree before the first division: smaller than any area within which a storm raises chances. */
const COARSEST_PER_DEG = 4
/** Points computed per step. */
const POINTS_AT_ONCE = 50

/** A cell is divided if a chance of this much occurs at its corners, and they differ by more than that. */
const DIVIDED_FROM = 0.05
const DIVIDED_ABOVE = 0.04

const HORIZONS = FIELD_HORIZONS_MIN.map((minutes) => HORIZONS_MIN.indexOf(minutes))

/** A block of tiles of a grid; columns count from 180° W, also beyond 180° E, and rows from the South Pole. */
export interface TileBlock {
  nodesPerDeg: number
  column: number
  row: number
  columns: number
  rows: number
}

/** A tile of a grid. */
export type TileId = Pick<TileBlock, 'nodesPerDeg' | 'column' | 'row'>

/** Chances, 0 to 1, by horizon; each row by row from the south-western corner. */
export type ChanceTile = readonly number[][]

/** The chances at one moment; each point of the grids is computed once. */
export interface ChanceNodes {
  sampler: ChanceSampler
  known: Map<number, readonly number[]>
}

/** Side of a tile, degrees. */
export function tileDeg({ nodesPerDeg }: Pick<TileBlock, 'nodesPerDeg'>): number {
  return TILE_STEPS / nodesPerDeg
}

/** The tiles of a box, of the finest grid that needs at most `TILES_MAX`; null if the box is too large for each. */
export function tilesOf({ west, south, east, north }: Box): TileBlock | null {
  const widthDeg = east > west ? east - west : east - west + 360
  for (const nodesPerDeg of NODES_PER_DEG) {
    const side = tileDeg({ nodesPerDeg })
    const column = Math.floor((west + 180) / side)
    const row = Math.floor((south + 90) / side)
    const columns = Math.min(360 / side, Math.ceil((west + widthDeg + 180) / side) - column)
    const rows = Math.ceil((north + 90) / side) - row
    if (columns * rows <= TILES_MAX) return { nodesPerDeg, column, row, columns, rows }
  }
  return null
}

/** The box that a block of tiles covers. */
export function boxOfTiles(block: TileBlock): Box {
  const side = tileDeg(block)
  const { column, row, columns, rows } = block
  return {
    west: wrapLon(column * side - 180),
    south: row * side - 90,
    east: wrapLon((column + columns) * side - 180),
    north: (row + rows) * side - 90,
  }
}

/** A cell of the finest grid's lattice: its south-western corner, and its side. */
interface Cell {
  x: number
  y: number
  size: number
}

/** Computes a tile in steps of some milliseconds; null if no lightning is within reach. */
export function* tileInSteps(
  { sampler, known }: ChanceNodes,
  { nodesPerDeg, column, row }: TileId,
): Generator<undefined, ChanceTile | null> {
  const step = FINEST / nodesPerDeg
  const side = TILE_STEPS * step
  const coarsest = FINEST / COARSEST_PER_DEG
  const west = column * side
  const south = row * side
  const reachKm = ((side / 2 + coarsest) / FINEST) * Math.SQRT2 * KM_PER_DEG
  if (sampler.isCalmWithin(pointOf(west + side / 2, south + side / 2), reachKm)) return null
  let computed = 0

  function chancesAt(x: number, y: number): readonly number[] {
    return heldOrMade(known, y * 360 * FINEST + modulo(x, 360 * FINEST), () => {
      computed++
      return sampler.at(pointOf(x, y))
    })
  }

  // With the cells around it: neighbouring tiles then have the same chances along their common edge.
  let cells: Cell[] = []
  for (let y = south - coarsest; y < south + side + coarsest; y += coarsest) {
    for (let x = west - coarsest; x < west + side + coarsest; x += coarsest) cells.push({ x, y, size: coarsest })
  }
  const tile = HORIZONS.map(() => new Array<number>(TILE_NODES * TILE_NODES).fill(0))
  while (cells.length > 0) {
    const divided: Cell[] = []
    for (const cell of cells) {
      const corners = cornersOf(cell).map(([x, y]) => chancesAt(x, y))
      fill(tile, { x: (cell.x - west) / step, y: (cell.y - south) / step, size: cell.size / step }, corners)
      if (cell.size > step && isUneven(corners)) divided.push(...quartersOf(cell))
      if (computed < POINTS_AT_ONCE) continue
      computed = 0
      yield
    }
    // Smaller cells overwrite the interpolation of larger ones, also on common edges.
    cells = divided
  }
  return tile
}

function pointOf(x: number, y: number): LatLon {
  return { lat: Math.max(-90, Math.min(90, y / FINEST - 90)), lon: wrapLon(x / FINEST - 180) }
}

function cornersOf({ x, y, size }: Cell): [number, number][] {
  return [
    [x, y],
    [x + size, y],
    [x, y + size],
    [x + size, y + size],
  ]
}

function quartersOf(cell: Cell): Cell[] {
  const size = cell.size / 2
  return cornersOf({ ...cell, size }).map(([x, y]) => ({ x, y, size }))
}

function isUneven(corners: readonly (readonly number[])[]): boolean {
  return HORIZONS.some((h) => {
    const chances = corners.map((row) => row[h]!)
    const most = Math.max(...chances)
    return most >= DIVIDED_FROM && most - Math.min(...chances) > DIVIDED_ABOVE
  })
}

/** Interpolates the nodes of a cell that belong to the tile; the cell is in steps from the tile's corner. */
function fill(tile: ChanceTile, { x, y, size }: Cell, corners: readonly (readonly number[])[]): void {
  const [sw, se, nw, ne] = corners as [readonly number[], readonly number[], readonly number[], readonly number[]]
  for (let row = Math.max(0, y); row <= Math.min(TILE_STEPS, y + size); row++) {
    for (let column = Math.max(0, x); column <= Math.min(TILE_STEPS, x + size); column++) {
      const east = (column - x) / size
      const north = (row - y) / size
      HORIZONS.forEach((h, i) => {
        const below = sw[h]! + (se[h]! - sw[h]!) * east
        const above = nw[h]! + (ne[h]! - nw[h]!) * east
        tile[i]![row * TILE_NODES + column] = below + (above - below) * north
      })
    }
  }
}
