import { knots } from '../util/units.ts'

/** Feathers are in knots, independent of the unit shown beside them. */
const HALF_KT = 5
const FULL_KT = 10
const PENNANT_KT = 50
export const BARB_MAX_KT = 150

/** Points in units of the staff's length; the station is at 0, 0 and the staff points up, into the wind. */
export type BarbPoint = readonly [x: number, y: number]

export interface WindBarb {
  /** Open lines: the staff first, then the feathers from the tip inward. */
  lines: readonly (readonly BarbPoint[])[]
  /** Closed triangles of 50 kt each. */
  pennants: readonly (readonly BarbPoint[])[]
}

const SPACING = 0.14
const PENNANT_WIDTH = 0.18
const FEATHER_LENGTH = 0.42
const FEATHER_RISE = 0.12

/** The speed drawn by barbs, rounded to 5 kt. */
export function barbKnots(speedMps: number): number {
  return Math.min(BARB_MAX_KT, Math.round(knots(speedMps) / HALF_KT) * HALF_KT)
}

/** The lines of a barb of `kt`, a multiple of 5; feathers on the right of the staff, as on northern charts. */
export function windBarb(kt: number): WindBarb {
  const lines: BarbPoint[][] = [
    [
      [0, 0],
      [0, 1],
    ],
  ]
  const pennants: BarbPoint[][] = []
  let left = kt
  let at = 1
  for (; left >= PENNANT_KT; left -= PENNANT_KT) {
    pennants.push([
      [0, at],
      [FEATHER_LENGTH, at - PENNANT_WIDTH / 2],
      [0, at - PENNANT_WIDTH],
    ])
    at -= PENNANT_WIDTH
  }
  if (pennants.length > 0) at -= SPACING / 2
  for (; left >= FULL_KT; left -= FULL_KT) {
    lines.push(feather(at, 1))
    at -= SPACING
  }
  if (left >= HALF_KT) {
    // A single half feather is inset from the tip, to distinguish it from a full one.
    lines.push(feather(kt === HALF_KT ? at - SPACING : at, 0.5))
  }
  return { lines, pennants }
}

function feather(at: number, part: number): BarbPoint[] {
  return [
    [0, at],
    [FEATHER_LENGTH * part, at + FEATHER_RISE * part],
  ]
}
