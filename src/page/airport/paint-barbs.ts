import { type BarbPoint, barbKnots, windBarb } from '../../core/metar/wind-barb.ts'
import type { Paint } from '../ui/chart/chart-series.ts'

export interface WindAt {
  ms: number
  speedMps: number | null
  /** Wind direction; null if variable or unknown. */
  fromDeg: number | null
}

/** Room that a row of barbs needs. */
export const BARB_ROOM_PX = 30
const BARB_PX = 17
/** Minimum distance between barbs, so that they remain legible. */
const BARB_APART_PX = 19

/** Wind barbs in a row above the values, as many as there is room for. */
export function paintBarbs(winds: readonly WindAt[]): Paint {
  return ({ pen, top, left, width, x, colour }) => {
    let lastX = Number.NEGATIVE_INFINITY
    pen.strokeStyle = colour('var(--text)')
    pen.fillStyle = colour('var(--text)')
    pen.lineWidth = 1.1
    for (const { ms, speedMps, fromDeg } of winds) {
      const at = x(ms)
      if (speedMps === null || at < left || at > left + width || at - lastX < BARB_APART_PX) continue
      if (fromDeg === null && speedMps > 0) continue // no direction to draw
      lastX = at
      pen.save()
      pen.translate(at, top - BARB_ROOM_PX / 2)
      const kt = barbKnots(speedMps)
      if (fromDeg === null || kt === 0) drawCalm(pen)
      else drawBarb(pen, kt, fromDeg)
      pen.restore()
    }
  }
}

function drawCalm(pen: CanvasRenderingContext2D) {
  pen.beginPath()
  pen.arc(0, 0, 3.5, 0, 2 * Math.PI)
  pen.stroke()
}

/** The centre of the staff is at the time of the report, so that barbs of all directions stay in their row. */
function drawBarb(pen: CanvasRenderingContext2D, kt: number, fromDeg: number) {
  pen.rotate((fromDeg * Math.PI) / 180)
  strokeBarb(pen, kt, ([x, y]) => [x * BARB_PX, (0.5 - y) * BARB_PX])
}

/** A barb whose points are at `place`, in the pen's units. */
export function strokeBarb(
  pen: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  kt: number,
  place: (point: BarbPoint) => BarbPoint,
) {
  const { lines, pennants } = windBarb(kt)
  for (const line of [...lines, ...pennants]) {
    pen.beginPath()
    for (const point of line) pen.lineTo(...place(point))
    if (pennants.includes(line)) {
      pen.closePath()
      pen.fill()
    }
    pen.stroke()
  }
}
