import { contours } from 'd3-contour'
import { FIELD_HORIZONS_MIN, FIELD_PERCENTS } from '../../contract/chance/levels.ts'
import { type ChanceTile, TILE_NODES } from '../../core/nowcast/chance-field.ts'

type Point = [number, number]

/** The contour of a chance in a tile. Lines end at its edges, and continue in the next tile. */
export interface Contour {
  minutes: number
  percent: number
  /** Steps of the grid east and north of the tile's south-western corner. */
  lines: Point[][]
}

/** Contours of a tile; without those that have no lines. */
export function contoursOf(tile: ChanceTile): Contour[] {
  const draw = contours().size([TILE_NODES, TILE_NODES])
  return FIELD_HORIZONS_MIN.flatMap((minutes, i) =>
    FIELD_PERCENTS.map((percent) => {
      const { coordinates } = draw.contour(tile[i]!, percent / 100)
      return { minutes, percent, lines: coordinates.flat().flatMap((ring) => linesOf(ring as Point[])) }
    }),
  ).filter(({ lines }) => lines.length > 0)
}

/** A ring without its parts beyond the edge nodes, where the library closes it; whole if it has none. */
function linesOf(ring: readonly Point[]): Point[][] {
  const start = ring.findIndex((point) => !isWithin(point))
  if (start < 0) return [ring.map(stepsOf)]
  const lines: Point[][] = []
  let line: Point[] = []
  // The ring repeats its first point at the end. Begins beyond the edge, so that no line is cut, and ends there.
  for (let i = 1; i < ring.length; i++) {
    const point = ring[(start + i) % (ring.length - 1)]!
    if (isWithin(point)) {
      line.push(stepsOf(point))
      continue
    }
    if (line.length > 1) lines.push(line)
    line = []
  }
  return lines
}

/** The library places the first node at 0.5, and closes rings half a step beyond the outer ones. */
function isWithin([x, y]: Point): boolean {
  return x > 0 && x < TILE_NODES && y > 0 && y < TILE_NODES
}

function stepsOf([x, y]: Point): Point {
  return [x - 0.5, y - 0.5]
}
