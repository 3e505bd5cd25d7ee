import styles from './chart.module.css'
import type { ChartProps } from './chart-series.ts'

export interface Tip {
  index: number
  /** CSS pixels from the plot's left edge. */
  left: number
}

type ReadoutProps = Pick<ChartProps, 'timesMs' | 'series' | 'timeText' | 'readout'>

/** The readout of a chart at one time, one line per series. */
export function readoutLines({ timesMs, series, timeText, readout }: ReadoutProps, index: number): string[] {
  const atMs = timesMs[index]
  if (atMs === undefined) return []
  const told = series.flatMap(({ label, unit, values, digits }) => {
    const value = values[index]
    if (value === undefined) return []
    return [`${label}: ${value === null ? '–' : `${value.toFixed(digits ?? 1)} ${unit}`}`]
  })
  return [timeText(atMs, true), ...told, ...(readout?.(index) ?? [])]
}

export function PlotReadout({ tip, ...of }: ReadoutProps & { tip: Tip }) {
  const lines = readoutLines(of, tip.index)
  if (lines.length === 0) return null
  // Placed on the side with room.
  const side = tip.left > 190 ? { right: `calc(100% - ${tip.left - 8}px)` } : { left: `${tip.left + 8}px` }
  return (
    <div className={styles.tip} style={side}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  )
}
