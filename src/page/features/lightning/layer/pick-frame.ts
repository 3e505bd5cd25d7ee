import { type LatLon, mercatorX, mercatorY } from '../../../../core/geo/geo.ts'
import { FIXED_WORLD } from '../../../../core/geo/mercator-fixed.ts'
import type { PixelFrame } from '../../../../core/strikes/strike-scan.ts'
import { modulo } from '../../../../core/util/modulo.ts'

const STEP_PX = 8

/**
 * The local geometry of the map at a pixel for any projection, rotation and tilt, from the positions of the pixel and
 * two neighbours.
 */
export function pickFrame(unproject: (x: number, y: number) => LatLon, x: number, y: number): PixelFrame {
  const here = fixed(unproject(x, y))
  const right = fixed(unproject(x + STEP_PX, y))
  const below = fixed(unproject(x, y + STEP_PX))
  const xx = wrapped(right.x - here.x) / STEP_PX
  const yx = (right.y - here.y) / STEP_PX
  const xy = wrapped(below.x - here.x) / STEP_PX
  const yy = (below.y - here.y) / STEP_PX
  const determinant = xx * yy - xy * yx
  return {
    x: modulo(here.x, FIXED_WORLD),
    y: here.y,
    pxPerX: [yy / determinant, -yx / determinant],
    pxPerY: [-xy / determinant, xx / determinant],
  }
}

function fixed({ lat, lon }: LatLon): { x: number; y: number } {
  return { x: mercatorX(lon) * FIXED_WORLD, y: mercatorY(lat) * FIXED_WORLD }
}

function wrapped(x: number): number {
  return x - Math.round(x / FIXED_WORLD) * FIXED_WORLD
}
