import { strokeBarb } from '../../../airport/paint-barbs.ts'
import { drawnImage, type Pen } from '../../../map/drawn-image.ts'

export const PIXEL_RATIO = 2
export const STAFF_PX = 27

/** An image of this size in CSS pixels. */
export function drawn(width: number, height: number, paint: (pen: Pen) => void): ImageData {
  return drawnImage(width, height, PIXEL_RATIO, (pen) => {
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
    paint(pen)
  })
}

/** A halo below, so that the lines hold on any ground. */
export function twice(pen: Pen, halo: string, ink: string, paint: () => void) {
  for (const [colour, width] of [
    [halo, 4],
    [ink, 1.6],
  ] as const) {
    pen.strokeStyle = colour
    pen.fillStyle = colour
    pen.lineWidth = width
    paint()
  }
}

/** A barb with a vertical staff from `left`, `foot`. */
export function barb(pen: Pen, kt: number, left: number, foot: number) {
  strokeBarb(pen, kt, ([x, y]) => [left + x * STAFF_PX, foot - y * STAFF_PX])
}

export function circle(pen: Pen, x: number, y: number, radius: number, dash: number[] = []) {
  pen.setLineDash(dash)
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.stroke()
  pen.setLineDash([])
}
