import type { Storm } from '../../../contract/nowcast.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import { rateCurve } from './rate-curve.ts'
import styles from './storms.module.css'

const WIDTH = 72
const HEIGHT = 20
const SPAN_MS = 2 * HOUR_MS

/** The rate of two hours up to that moment, as a small line that fills its height. */
export function RateSpark({ storm, atMs, label }: { storm: Storm; atMs: number; label: string }) {
  const { timesMs, rates } = rateCurve(storm, atMs)
  const most = Math.max(1, ...rates.map((rate) => rate ?? 0))
  let isDrawing = false
  const path = rates.map((rate, i) => {
    if (rate === null) {
      isDrawing = false
      return ''
    }
    const x = WIDTH * (1 - (atMs - timesMs[i]!) / SPAN_MS)
    const y = HEIGHT - 1 - (HEIGHT - 2) * (rate / most)
    const step = `${isDrawing ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`
    isDrawing = true
    return step
  })
  return (
    <svg className={styles.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className={styles.sparkBase} />
      <path d={path.join('')} className={styles.sparkLine} />
    </svg>
  )
}
