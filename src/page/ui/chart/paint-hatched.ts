import type { Paint, TimeSpan } from './chart-series.ts'

/** Hatches periods without data: an empty area would look like calm. */
export function paintHatched(spans: readonly TimeSpan[]): Paint {
  return ({ pen, top, left, width, height, x, colour }) => {
    pen.strokeStyle = colour('var(--line-strong)')
    pen.lineWidth = 1
    for (const { fromMs, toMs } of spans) {
      const from = Math.max(left, x(fromMs))
      const to = Math.min(left + width, x(toMs))
      if (to <= from) continue
      pen.save()
      pen.beginPath()
      pen.rect(from, top, to - from, height)
      pen.clip()
      pen.beginPath()
      for (let at = from - height; at < to; at += 6) {
        pen.moveTo(at, top + height)
        pen.lineTo(at + height, top)
      }
      pen.stroke()
      pen.restore()
    }
  }
}
