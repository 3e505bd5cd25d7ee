import type { ChartProps, ChartSeries, Paint, TimeSpan } from './chart-series.ts'

/** One of several charts stacked over one time axis. Sizes are pixels that scale with the type. */
export interface Lane {
  series: readonly ChartSeries[]
  /** Height of its values. */
  heightPx: number
  /** Fixes an end of its value axis. */
  min?: number
  max?: number
  /** Kept free above the values for `paint`. */
  roomAbovePx?: number
  paint?: Paint
  /** Beside the names of its series. */
  note?: string
}

export interface LaneChartProps
  extends Pick<ChartProps, 'label' | 'timesMs' | 'timeText' | 'loadingLabel'>,
    Required<Pick<ChartProps, 'nowMs' | 'zone' | 'readout'>> {
  /** Name of its cursor, for keyboard users. */
  cursorLabel: string
  lanes: readonly Lane[]
  /** Stretches that are shaded through all lanes. */
  nights: readonly TimeSpan[]
}

/** Position of a lane, from the top of the plot. */
interface LanePlace {
  captionPx: number
  topPx: number
  bottomPx: number
}

export const CAPTION_PX = 18
const APART_PX = 8

export function placeLanes(lanes: readonly Pick<Lane, 'heightPx' | 'roomAbovePx'>[]) {
  let nextPx = 0
  const places = lanes.map(({ heightPx, roomAbovePx = 0 }): LanePlace => {
    const captionPx = nextPx
    const topPx = captionPx + CAPTION_PX + roomAbovePx
    const bottomPx = topPx + heightPx
    nextPx = bottomPx + APART_PX
    return { captionPx, topPx, bottomPx }
  })
  return { places, heightPx: nextPx }
}

/** The ends of a scale for the whole plot height, on which `low` to `high` fill one lane. */
export function laneRange(
  [low, high]: readonly [number, number],
  { topPx, bottomPx }: Pick<LanePlace, 'topPx' | 'bottomPx'>,
  plotPx: number,
): [number, number] {
  const perPx = (high - low) / (bottomPx - topPx)
  return [low - (plotPx - bottomPx) * perPx, high + topPx * perPx]
}

/** Round values between two ends, at most `most`, as text. */
export function roundTicks([low, high]: readonly [number, number], most: number): { value: number; text: string }[] {
  const least = (high - low) / most
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10)
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const first = Math.ceil(low / step - 1e-9)
  const count = Math.floor(high / step + 1e-9) - first + 1
  return Array.from({ length: count }, (_, i) => {
    const value = (first + i) * step
    return { value, text: value.toFixed(digits).replace('-', '−') }
  })
}
