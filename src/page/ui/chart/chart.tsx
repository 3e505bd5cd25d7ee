import { lazy, Suspense } from 'react'
import { Loading } from '../notice.tsx'
import styles from './chart.module.css'
import { type ChartProps, LINE_DASHES } from './chart-series.ts'

const Plot = lazy(() => import('./chart-plot.tsx'))

/** Values over time. The drawing code loads when the first chart is shown. */
export function Chart(props: ChartProps) {
  const height = props.height ?? 96
  return (
    <figure className={styles.chart} aria-label={props.label}>
      <figcaption className={styles.caption}>
        {props.heading ? <span className={styles.heading}>{props.heading}</span> : null}
        {props.series.map((series) => (
          <span key={series.label} className={styles.key}>
            <svg width="1.25rem" height="0.5rem" viewBox="0 0 20 8" aria-hidden="true">
              <line
                x1="0"
                x2="20"
                y1="4"
                y2="4"
                stroke={series.colour}
                strokeWidth={series.kind === 'bars' ? 7 : 2.5}
                strokeDasharray={LINE_DASHES[series.stroke ?? 'solid'].join(' ')}
              />
            </svg>
            {series.label} ({series.unit})
          </span>
        ))}
      </figcaption>
      <Suspense fallback={<Loading label={props.loadingLabel} lines={Math.max(1, Math.round(height / 24))} />}>
        <Plot {...props} height={height} />
      </Suspense>
    </figure>
  )
}
