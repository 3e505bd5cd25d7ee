import type { Span } from '../../../core/time/spans.ts'
import { type Bins, highest } from './bins.ts'

export interface GraphFrame {
  fromMs: number
  toMs: number
  /** CSS pixels. */
  width: number
  height: number
  /** How much coarser lines are than at a desk. */
  coarseness: number
}

const HATCH_EVERY_PX = 6

/** Position of a moment, CSS pixels from the left. */
export function xAt(ms: number, { fromMs, toMs, width }: Pick<GraphFrame, 'fromMs' | 'toMs' | 'width'>): number {
  return ((ms - fromMs) * width) / (toMs - fromMs)
}

/** Bars as an SVG path, from `base` up by at most `reach`, or down if negative; scaled to the maximum. */
export function barsPath(
  bins: Bins,
  count: (bin: number) => number,
  frame: GraphFrame,
  { base, reach }: { base: number; reach: number },
): string {
  const { binMs, first, end } = bins
  const binWidth = (binMs * frame.width) / (frame.toMs - frame.fromMs)
  const width = px(Math.max(1, binWidth - (binWidth > 4 ? 1 : 0)))
  const most = highest(bins, count)
  let path = ''
  for (let bin = first; bin < end; bin++) {
    const value = count(bin)
    if (value === 0) continue
    const height = px(Math.max(1, (value / most) * Math.abs(reach)))
    path += `M${px(xAt(bin * binMs, frame))} ${base}h${width}v${reach > 0 ? -height : height}h${-width}z`
  }
  return path
}

/** The area of the spans as an SVG path; short ones are widened to `leastPx`. */
export function groundPath(spans: readonly Span[], frame: GraphFrame, leastPx = 0): string {
  let path = ''
  for (const { from, to } of reachesOf(spans, frame, leastPx))
    path += `M${px(from)} 0H${px(to)}V${frame.height}H${px(from)}z`
  return path
}

/** Diagonal lines over the spans on a fixed grid: the hatching does not move with time. */
export function hatchPath(spans: readonly Span[], frame: GraphFrame, leastPx: number): string {
  const { height, coarseness } = frame
  const every = HATCH_EVERY_PX * coarseness
  let path = ''
  for (const { from, to } of reachesOf(spans, frame, leastPx)) {
    for (let foot = Math.floor((from - height) / every) * every; foot < to; foot += every) {
      const left = Math.max(foot, from)
      const right = Math.min(foot + height, to)
      if (left < right) path += `M${px(left)} ${px(height - left + foot)}L${px(right)} ${px(height - right + foot)}`
    }
  }
  return path
}

function reachesOf(spans: readonly Span[], frame: GraphFrame, leastPx: number): { from: number; to: number }[] {
  return spans
    .map(({ fromMs, toMs }) => {
      const from = Math.max(0, xAt(fromMs, frame))
      return { from, to: Math.min(frame.width, Math.max(from + leastPx, xAt(toMs, frame))) }
    })
    .filter(({ from, to }) => from < to)
}

/** A tenth of a pixel is precise enough. */
function px(value: number): number {
  return Math.round(value * 10) / 10
}
