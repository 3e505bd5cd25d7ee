import type { Box } from '../geo/geo.ts'
import { type AccumulationKind, type CellValue, overlaps } from './cell-sums.ts'

/**
 * Lower bounds of colour classes after the first, equal for all periods, so that these are comparable: strokes per km²
 * in steps of half an order of magnitude, as a stroke in a cell of 0.1° is 0.01 and a thundery place has ten a year;
 * thunder hours in usual steps from one to a hundred.
 */
export const CLASSES_FROM: Record<AccumulationKind, readonly number[]> = {
  density: [0.03, 0.1, 0.3, 1, 3, 10],
  hours: [2, 5, 10, 20, 50, 100],
}

export function classOf(kind: AccumulationKind, value: number): number {
  const limits = CLASSES_FROM[kind]
  const above = limits.findIndex((from) => value < from)
  return above < 0 ? limits.length : above
}

/** Adjacent cells of one class in a row. Beyond the antimeridian `east` exceeds 180. */
export interface CellRun extends Box {
  class: number
}

/** Cells merged to rectangles along a row, so that a map draws fewer. */
export function cellRuns(kind: AccumulationKind, cells: readonly CellValue[], cellDeg: number): CellRun[] {
  const sorted = cells.toSorted(([south, west], [otherSouth, otherWest]) => south - otherSouth || west - otherWest)
  const runs: CellRun[] = []
  for (const [south, west, value] of sorted) {
    const last = runs.at(-1)
    const of = classOf(kind, value)
    if (last && last.class === of && last.south === south && west - last.east < cellDeg / 2) last.east = west + cellDeg
    else runs.push({ class: of, south, west, north: south + cellDeg, east: west + cellDeg })
  }
  return runs
}

/** The cell with the maximum in a box; null without strokes. */
export function mostIn(box: Box, cells: readonly CellValue[], cellDeg: number): CellValue | null {
  let most: CellValue | null = null
  for (const cell of cells) {
    const [south, west, value] = cell
    if (most && value <= most[2]) continue
    if (overlaps(box, { south, west, north: south + cellDeg, east: west + cellDeg })) most = cell
  }
  return most
}

/** Sides of the squares to which a requested view is extended, degrees. */
const ASKED_SIDES_DEG = [1, 2, 5, 10, 20, 30] as const

/** The box to request for a view: whole squares, so that small pans request nothing new. */
export function requestedBox({ west, south, east, north }: Box): Box {
  const width = east > west ? east - west : east - west + 360
  const side = ASKED_SIDES_DEG.find((deg) => deg >= width / 3) ?? ASKED_SIDES_DEG.at(-1)!
  const down = (deg: number) => Math.floor(deg / side) * side
  const up = (deg: number) => Math.ceil(deg / side) * side
  const isAround = up(west + width) - down(west) >= 360
  const turned = (deg: number) => (deg > 180 ? deg - 360 : deg)
  return {
    west: isAround ? -180 : down(west),
    east: isAround ? 180 : turned(up(west + width)),
    south: Math.max(-90, down(south)),
    north: Math.min(90, up(north)),
  }
}
