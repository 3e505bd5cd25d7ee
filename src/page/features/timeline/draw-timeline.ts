import type { Span } from '../../../core/time/spans.ts'
import { type Bins, highest } from './bins.ts'

export interface TimelineColours {
  inView: string
  all: string
  line: string
  hatch: string
  window: string
}

export interface TimelineFrame {
  fromMs: number
  toMs: number
  width: number
  height: number
  /** How much coarser lines are than at a desk. */
  coarseness?: number
  /** The stretch that the map shows. */
  shownFromMs: number
  shownToMs: number
}

const HATCH_EVERY = 6
const HATCH_WIDTH = 1
/** Of the hatching, and of the tint below it. */
export const HATCH_OPACITY = { lines: 0.7, ground: 0.08 } as const

/**
 * What a timeline is drawn with, and the page's colours by their names: the CPU. The GPU's canvas, drawn anew before its
 * last picture is out, holds the page up until all that the map has asked for is done. A CSS pixel has `ratio` of its own.
 */
export function timelinePen(
  canvas: HTMLCanvasElement | null,
  ratio: number,
): { context: CanvasRenderingContext2D; colour(name: string): string } | null {
  const context = canvas?.getContext('2d', { willReadFrequently: true })
  if (!canvas || !context) return null
  const style = getComputedStyle(canvas)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  return { context, colour: (name) => style.getPropertyValue(name).trim() }
}

/** Bars of what is in view above the middle, of all below it, each by its own most; hatched where nobody looked. */
export function drawTimeline(
  context: CanvasRenderingContext2D,
  bins: Bins,
  frame: TimelineFrame,
  colours: TimelineColours,
): void {
  const { fromMs, toMs, width, height } = frame
  const perMs = width / (toMs - fromMs)
  const xOf = (ms: number) => (ms - fromMs) * perMs
  context.clearRect(0, 0, width, height)

  context.fillStyle = colours.window
  context.fillRect(xOf(frame.shownFromMs), 0, (frame.shownToMs - frame.shownFromMs) * perMs, height)

  const middle = bins.inView ? Math.round(height * 0.56) : 0
  const barWidth = Math.max(1, bins.binMs * perMs - (bins.binMs * perMs > 4 ? 1 : 0))
  const bars = (count: (bin: number) => number, base: number, reach: number) => {
    const most = highest(bins, count)
    for (let bin = bins.first; bin < bins.end; bin++) {
      const value = count(bin)
      if (value === 0) continue
      const size = Math.max(1, (value / most) * Math.abs(reach))
      context.fillRect(xOf(bin * bins.binMs), reach < 0 ? base - size : base, barWidth, size)
    }
  }
  if (bins.inView) {
    context.fillStyle = colours.inView
    if (bins.inView !== 'loading') bars(bins.inView, middle, -(middle - 2))
    context.fillStyle = colours.all
    bars(bins.all, middle + 1, height - middle - 2)
    context.fillStyle = colours.line
    context.fillRect(0, middle, width, 1)
  } else {
    context.fillStyle = colours.all
    bars(bins.all, height - 1, -(height - 3))
    context.fillStyle = colours.line
    context.fillRect(0, height - 1, width, 1)
  }

  context.strokeStyle = colours.hatch
  context.fillStyle = colours.hatch
  for (const span of bins.notObserved) hatch(context, span, xOf, height, frame.coarseness ?? 1)
  for (const span of bins.pending) {
    const x = Math.max(0, xOf(span.fromMs))
    context.globalAlpha = 0.18
    context.fillRect(x, 0, Math.min(width, xOf(span.toMs)) - x, height)
    context.globalAlpha = 1
  }
}

function hatch(
  context: CanvasRenderingContext2D,
  span: Span,
  xOf: (ms: number) => number,
  height: number,
  coarseness: number,
): void {
  const every = HATCH_EVERY * coarseness
  const from = Math.max(0, xOf(span.fromMs))
  const to = Math.max(from + 2, xOf(span.toMs))
  context.save()
  context.beginPath()
  context.rect(from, 0, to - from, height)
  context.clip()
  context.globalAlpha = HATCH_OPACITY.ground
  context.fillRect(from, 0, to - from, height)
  context.globalAlpha = HATCH_OPACITY.lines
  context.lineWidth = HATCH_WIDTH * coarseness
  context.beginPath()
  // On one grid for all, so that the hatching stands still while time moves.
  for (let x = Math.floor((from - height) / every) * every; x < to; x += every) {
    context.moveTo(x, height)
    context.lineTo(x + height, 0)
  }
  context.stroke()
  context.restore()
}
