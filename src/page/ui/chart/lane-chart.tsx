import { lazy, Suspense } from 'react'
import type { Span } from '../../../core/time/spans.ts'
import { Loading } from '../notice.tsx'
import styles from './chart.module.css'
import { type Lane, placeLanes } from './lane-layout.ts'

const LanePlot = lazy(() => import('./lane-plot.tsx'))

/** Pixels of a line of text, for what stands in the chart's place until it is drawn. */
const LINE_PX = 24

export interface LaneChartProps {
  /** Accessible name: what is shown, over what period. */
  label: string
  /** What its cursor is called, for those who move it by the keyboard. */
  cursorLabel: string
  /** Unix ms, ascending. */
  timesMs: readonly number[]
  lanes: readonly Lane[]
  /** Stretches that are shaded through all lanes. */
  nights: readonly Span[]
  nowMs: number
  /** IANA zone at whose hours and midnights the ticks stand. */
  zone: string
  /** Tick and cursor text of a time, its zone included where `full`. */
  timeText(ms: number, full: boolean): string
  /** More lines for the cursor's readout. */
  readout(index: number): readonly string[]
  loadingLabel: string
}

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
