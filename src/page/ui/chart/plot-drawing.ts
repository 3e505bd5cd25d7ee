import uPlot from 'uplot'
import { type ChartSeries, LINE_DASHES, type Paint } from './chart-series.ts'

/** Half the width of the last time label, which may stand at the end of the axis. */
export const LAST_TICK_PX = 20

/** Pixels that grow with the type of the page. */
export function grownPx(px: number): number {
  return (px * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16
}

/** Draws into the plot's canvas: in CSS pixels that grow, within the whole plotting area or a part of its height. */
export function paintOver(
  plot: uPlot,
  element: HTMLElement,
  paint: Paint,
  part?: { top: number; height: number },
): void {
  const { left, top, width, height } = plot.bbox
  const ratio = devicePixelRatio * grownPx(1)
  plot.ctx.save()
  plot.ctx.setTransform(ratio, 0, 0, ratio, 0, 0) // the canvas is in device pixels
  plot.ctx.setLineDash([]) // the last series may have left its own
  paint({
    pen: plot.ctx,
    left: left / ratio,
    top: top / ratio + (part?.top ?? 0),
    width: width / ratio,
    height: part?.height ?? height / ratio,
    x: (ms) => plot.valToPos(ms, 'x', true) / ratio,
    colour: (css) => cssColour(element, css),
  })
  plot.ctx.restore()
}

export function cssColour(element: HTMLElement, colour: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1]
  return name ? getComputedStyle(element).getPropertyValue(name).trim() : colour
}

export function axis(element: HTMLElement, typePx: number, more: Partial<uPlot.Axis>): uPlot.Axis {
  const line = cssColour(element, 'var(--line)')
  return {
    stroke: cssColour(element, 'var(--text-muted)'),
    font: `${typePx}px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1, size: 3 },
    gap: 3,
    ...more,
  }
}

export function plotSeries(element: HTMLElement, series: ChartSeries): uPlot.Series {
  const stroke = cssColour(element, series.colour)
  const base: uPlot.Series = { label: series.label, stroke, width: 1.6, points: { show: false }, spanGaps: false }
  switch (series.kind) {
    case 'area':
      return { ...base, fill: `color-mix(in srgb, ${stroke} 18%, transparent)` }
    case 'bars':
      return { ...base, width: 0, fill: stroke, paths: uPlot.paths.bars!({ size: [0.7, 14] }) }
    case 'points':
      return { ...base, paths: () => null, points: { show: true, size: 5, fill: stroke } }
    default:
      return { ...base, dash: LINE_DASHES[series.stroke ?? 'solid'] }
  }
}

/** A dashed line at the present moment, where it is within the plot. */
export function drawNow(plot: uPlot, element: HTMLElement, nowMs: number | undefined) {
  if (nowMs === undefined) return
  const x = Math.round(plot.valToPos(nowMs, 'x', true))
  if (x < plot.bbox.left || x > plot.bbox.left + plot.bbox.width) return
  plot.ctx.save()
  plot.ctx.strokeStyle = cssColour(element, 'var(--accent)')
  plot.ctx.setLineDash([3, 3])
  plot.ctx.beginPath()
  plot.ctx.moveTo(x, plot.bbox.top)
  plot.ctx.lineTo(x, plot.bbox.top + plot.bbox.height)
  plot.ctx.stroke()
  plot.ctx.restore()
}
