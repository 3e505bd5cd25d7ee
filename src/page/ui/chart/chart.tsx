import { Suspense } from 'react'
import { Loading } from '../notice.tsx'
import { partOnDemand } from '../part/lazy-part.ts'
import styles from './chart.module.css'
import type { ChartProps } from './chart-series.ts'
import { SeriesKey } from './series-key.tsx'

const Plot = partOnDemand(() => import('./chart-plot.tsx'))

/** Values over time. The drawing code loads when the first chart is shown. */
export function Chart(props: ChartProps) {
  const height = props.height ?? 96
  return (
    <figure className={styles.chart} aria-label={props.label}>
      <figcaption className={styles.caption}>
        {props.heading ? <span className={styles.heading}>{props.heading}</span> : null}
        {props.series.map((series) => (
          <SeriesKey key={series.label} {...series} />
        ))}
      </figcaption>
      <Suspense fallback={<Loading label={props.loadingLabel} lines={Math.max(1, Math.round(height / 24))} />}>
        <Plot {...props} height={height} />
      </Suspense>
    </figure>
  )
}
