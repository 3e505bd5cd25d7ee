import { memo } from 'react'
import type { Bins } from './bins.ts'
import { barsPath, type GraphFrame, groundPath, hatchPath } from './graph-paths.ts'
import styles from './timeline-graph.module.css'

interface GraphProps extends GraphFrame {
  bins: Bins
  /** The part shown on the map; undefined for the whole. */
  shownFromMs?: number
  shownToMs?: number
}

/** Minimum width of an unobserved period. */
const UNOBSERVED_MIN_PX = 2
/** Of the hatching, and of the tint below it. */
export const HATCH_OPACITY = { lines: 0.7, ground: 0.08 } as const

/**
 * Bars of the counts in view above the axis, of all below, each with its own scale; hatched where unobserved. No
 * canvas: the first use of one blocks the page until the GPU has completed the map's pending work.
 */
export const TimelineGraph = memo(function TimelineGraph({ bins, shownFromMs, shownToMs, ...frame }: GraphProps) {
  const { width, height, coarseness } = frame
  return (
    <svg className={styles.graph} style={{ height }} aria-hidden="true">
      {width > 0 ? (
        <>
          {shownFromMs !== undefined && shownToMs !== undefined ? (
            <path className={styles.shown} d={groundPath([{ fromMs: shownFromMs, toMs: shownToMs }], frame)} />
          ) : null}
          <Bars bins={bins} frame={frame} />
          <g className={styles.hatch} strokeWidth={coarseness}>
            <path
              fillOpacity={HATCH_OPACITY.ground}
              stroke="none"
              d={groundPath(bins.notObserved, frame, UNOBSERVED_MIN_PX)}
            />
            <path strokeOpacity={HATCH_OPACITY.lines} d={hatchPath(bins.notObserved, frame, UNOBSERVED_MIN_PX)} />
            <path fillOpacity={0.18} stroke="none" d={groundPath(bins.pending, frame)} />
          </g>
        </>
      ) : null}
    </svg>
  )
})

function Bars({ bins, frame }: { bins: Bins; frame: GraphFrame }) {
  const { all, inView } = bins
  const { width, height } = frame
  if (!inView) {
    return (
      <>
        <path className={styles.all} d={barsPath(bins, all, frame, { base: height - 1, reach: height - 3 })} />
        <rect className={styles.line} y={height - 1} width={width} height={1} />
      </>
    )
  }
  const middle = Math.round(height * 0.56)
  return (
    <>
      {inView === 'loading' ? null : (
        <path className={styles.inView} d={barsPath(bins, inView, frame, { base: middle, reach: middle - 2 })} />
      )}
      <path
        className={styles.all}
        d={barsPath(bins, all, frame, { base: middle + 1, reach: -(height - middle - 2) })}
      />
      <rect className={styles.line} y={middle} width={width} height={1} />
    </>
  )
}
