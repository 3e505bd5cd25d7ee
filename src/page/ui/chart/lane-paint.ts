import type { Paint, TimeSpan } from './chart-series.ts'
import { type Lane, roundTicks } from './lane-layout.ts'
import { paintHatched } from './paint-hatched.ts'

/** Paints a lane with the ends of its value axis. */
export interface DrawnLane extends Lane {
  topPx: number
  bottomPx: number
  ends: [number, number]
}

/** Minimum height of a lane per tick; the lowest lanes have closer ticks. */
const TICK_APART_PX = 18
const TICKS_LEAST = 3

/** The hours without sun, behind everything. */
export function paintNights(nights: readonly TimeSpan[], colour: string): Paint {
  return ({ pen, left, top, width, height, x }) => {
    pen.fillStyle = colour
    for (const { fromMs, toMs } of nights) {
      const from = Math.max(left, x(fromMs))
      pen.fillRect(from, top, Math.max(0, Math.min(left + width, x(toMs)) - from), height)
    }
  }
}

/** Value labels of each lane, at the left, and hatching for missing values. */
export function paintLaneAxes(lanes: readonly DrawnLane[], timesMs: readonly number[], fontFamily: string): Paint {
  return (canvas) => {
    const { pen, left, top, width, colour } = canvas
    pen.font = `10px ${fontFamily}`
    pen.textAlign = 'right'
    pen.textBaseline = 'middle'
    for (const lane of lanes) {
      const { topPx, heightPx, ends } = lane
      pen.fillStyle = colour('var(--text-muted)')
      pen.strokeStyle = colour('var(--line)')
      pen.lineWidth = 1
      for (const { value, text } of roundTicks(ends, Math.max(TICKS_LEAST, Math.floor(heightPx / TICK_APART_PX)))) {
        const y = top + topPx + ((ends[1] - value) / (ends[1] - ends[0])) * heightPx
        pen.fillText(text, left - 5, y)
        pen.beginPath()
        pen.moveTo(left, y)
        pen.lineTo(left + width, y)
        pen.stroke()
      }
      paintHatched(unknownSpans(lane, timesMs))({ ...canvas, top: top + topPx, height: heightPx })
    }
  }
}

/** From the last value before a hole to the first one after it. */
export function unknownSpans({ series }: Pick<Lane, 'series'>, timesMs: readonly number[]): TimeSpan[] {
  const isKnown = timesMs.map((_, i) => series.some(({ values }) => values[i] != null))
  return timesMs.flatMap((fromMs, i) => {
    const toMs = timesMs[i + 1]
    return toMs !== undefined && !(isKnown[i] && isKnown[i + 1]) ? [{ fromMs, toMs }] : []
  })
}
