import type { Box } from './geo.ts'
import { fixedX, fixedY } from './mercator-fixed.ts'

/** A box in fixed-point Mercator. */
export interface FixedBox {
  west: number
  width: number
  north: number
  south: number
}

/** `west` and `east` may exceed ±180°; a box of 360° or more holds every longitude. */
export function fixedBox({ west, south, east, north }: Box): FixedBox {
  const around = east - west >= 360
  return {
    west: fixedX(west),
    width: around ? 0xffffffff : (fixedX(east) - fixedX(west)) >>> 0,
    north: fixedY(north),
    south: fixedY(south),
  }
}

export function isInBox(box: FixedBox, x: number, y: number): boolean {
  return (x - box.west) >>> 0 <= box.width && y >= box.north && y <= box.south
}
