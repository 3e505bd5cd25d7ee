import { fixedBox, isInBox } from '../geo/fixed-box.ts'
import type { Box } from '../geo/geo.ts'
import { latOfFixed, lonOfFixed } from '../geo/mercator-fixed.ts'
import { unitsBefore, unitsOf, wrapUnits } from '../strikes/packed-strike-time.ts'
import type { StrikeColumns } from '../strikes/strike-columns.ts'
import { SUPERSEDED } from '../strikes/strike-quality.ts'
import { WORDS_PER_STRIKE } from '../strikes/strike-ring.ts'

export interface Storm {
  lat: number
  lon: number
  /** Strokes in and around the busiest square of the grid. */
  strikes: number
}

/** The world in 256 × 256 squares of Mercator: 135 km wide at 30°. */
const GRID_BITS = 8
const GRID = 2 ** GRID_BITS
const SHIFT = 32 - GRID_BITS
/** With fewer strokes a square is too quiet to count as a storm. */
const STRIKES_MIN = 20

/**
 * Where it strikes most since `sinceMs`, within `area`: the square of a grid that has most together with its eight
 * neighbours, and the middle of the strikes there. Null where it is quiet.
 */
export function busiestStorm(
  columns: Pick<StrikeColumns, 'forRuns' | 'end' | 'firstSince'>,
  sinceMs: number,
  area: Box,
): Storm | null {
  const since = wrapUnits(unitsOf(sinceMs))
  const box = fixedBox(area)
  const counts = new Uint32Array(GRID * GRID)
  const visit = (see: (x: number, y: number) => void) =>
    columns.forRuns(columns.firstSince(sinceMs), columns.end, (words, from, count) => {
      for (let i = from; i < from + count * WORDS_PER_STRIKE; i += WORDS_PER_STRIKE) {
        const x = words[i]!
        const y = words[i + 1]!
        if ((words[i + 3]! & SUPERSEDED) !== 0 || unitsBefore(since, words[i + 2]!) > 0) continue
        if (isInBox(box, x, y)) see(x, y)
      }
    })
  visit((x, y) => void counts[(y >>> SHIFT) * GRID + (x >>> SHIFT)]!++)

  let best = -1
  let most = STRIKES_MIN - 1
  for (let cell = 0; cell < counts.length; cell++) {
    if (counts[cell] === 0) continue
    const around = countAround(counts, cell)
    if (around <= most) continue
    most = around
    best = cell
  }
  if (best < 0) return null

  // Averaged as distances from the square's corner, since longitudes wrap at the antimeridian.
  const column = best % GRID
  const row = Math.floor(best / GRID)
  const originX = (column << SHIFT) >>> 0
  const originY = row * 2 ** SHIFT
  const side = 2 ** SHIFT
  let sumX = 0
  let sumY = 0
  let strikes = 0
  visit((x, y) => {
    const dx = (x - originX) | 0
    const dy = y - originY
    if (dx < -side || dx >= 2 * side || dy < -side || dy >= 2 * side) return
    sumX += dx
    sumY += dy
    strikes++
  })
  return { lat: latOfFixed(originY + sumY / strikes), lon: lonOfFixed((originX + sumX / strikes) >>> 0), strikes }
}

function countAround(counts: Uint32Array, cell: number): number {
  const column = cell % GRID
  const row = Math.floor(cell / GRID)
  let sum = 0
  for (let y = Math.max(0, row - 1); y <= Math.min(GRID - 1, row + 1); y++) {
    for (let x = column - 1; x <= column + 1; x++) sum += counts[y * GRID + ((x + GRID) % GRID)]!
  }
  return sum
}
