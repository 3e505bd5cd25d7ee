/** Line style: lines of one chart must be distinguishable without colours. */
export type LineStroke = 'solid' | 'dashed' | 'dotted' | 'dash-dotted' | 'long-dashed'

/** Pixels drawn and left out, in turn. */
export const LINE_DASHES: Record<LineStroke, number[]> = {
  solid: [],
  dashed: [4, 3],
  dotted: [1.6, 2.4],
  'dash-dotted': [7, 2.5, 1.6, 2.5],
  'long-dashed': [9, 4],
}

export interface ChartSeries {
  label: string
  unit: string
  /** One value per time; null is a break of the line. Undefined is a time of another series. */
  values: readonly (number | null | undefined)[]
  /** A CSS colour; `var(--…)` is resolved in the chart's place. */
  colour: string
  kind?: 'line' | 'area' | 'bars' | 'points'
  /** Of a line; `solid` by default. */
  stroke?: LineStroke
  digits?: number
}

export interface ChartProps {
  /** Accessible name: content and period. */
  label: string
  /** Unix ms, ascending. */
  timesMs: readonly number[]
  series: readonly ChartSeries[]
  height?: number
  /** Draws a line at this moment. */
  nowMs?: number
  /** IANA zone of the ticks at hours and midnights. */
  zone?: string
  /** Tick and cursor text of a time, its zone included where `full`. */
  timeText(ms: number, full: boolean): string
  /** Fixed ends of the time axis, so that aligned charts show the same times. */
  fromMs?: number
  toMs?: number
  /** Fixes an end of the value axis. */
  min?: number
  max?: number
  /** Charts of one panel that share a key show one cursor. */
  syncKey?: string
  loadingLabel: string
  /** Heading of the series names, if these do not name their source. */
  heading?: string
  /** Draws more, over the series. */
  paint?: Paint
  /** Pixels above the values that are kept free for `paint`. */
  roomAbove?: number
  /** Pixels for the labels at the left, 40 by default; alike in aligned charts. */
  roomLeft?: number
  /** More lines for the cursor's readout. */
  readout?(index: number): readonly string[]
}

/** A stretch of time, Unix ms. */
export interface TimeSpan {
  fromMs: number
  toMs: number
}

export type Paint = (canvas: ChartCanvas) => void

/** Where a chart is being drawn, from its canvas' corner, in CSS pixels that grow with the type of the page. */
export interface ChartCanvas {
  pen: CanvasRenderingContext2D
  /** The plotting area. */
  left: number
  top: number
  width: number
  height: number
  x(ms: number): number
  /** Resolves `var(--…)` in the chart's place. */
  colour(css: string): string
}
