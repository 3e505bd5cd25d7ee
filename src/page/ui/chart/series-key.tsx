import styles from './chart.module.css'
import { type ChartSeries, LINE_DASHES } from './chart-series.ts'

export function SeriesKey({ label, unit, colour, kind, stroke = 'solid' }: ChartSeries) {
  return (
    <span className={styles.key}>
      <svg width="1.25rem" height="0.5rem" viewBox="0 0 20 8" aria-hidden="true">
        <line
          x1="0"
          x2="20"
          y1="4"
          y2="4"
          stroke={colour}
          strokeWidth={kind === 'bars' ? 7 : 2.5}
          strokeDasharray={LINE_DASHES[stroke].join(' ')}
        />
      </svg>
      {label} ({unit})
    </span>
  )
}
