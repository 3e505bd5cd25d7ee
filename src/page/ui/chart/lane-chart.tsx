import { Suspense } from 'react'
import { Loading } from '../notice.tsx'
import { partOnDemand } from '../part/lazy-part.ts'
import styles from './chart.module.css'
import { type LaneChartProps, placeLanes } from './lane-layout.ts'

const LanePlot = partOnDemand(() => import('./lane-plot.tsx'))

/** Height of a text line in the placeholder of the chart, px. */
const LINE_PX = 24

/** Several charts over one axis of time, read by one cursor. The drawing code loads when the first one is shown. */
export function LaneChart(props: LaneChartProps) {
  const lines = Math.round(placeLanes(props.lanes).heightPx / LINE_PX)
  return (
    <figure className={styles.chart} aria-label={props.label}>
      <Suspense fallback={<Loading label={props.loadingLabel} lines={lines} />}>
        <LanePlot {...props} />
      </Suspense>
    </figure>
  )
}
