import { discRadiusPx, LEGEND_RATES } from './storm-style.ts'
import styles from './storms.module.css'

interface RateLegendProps {
  label: string
}

/** Rings as they are on the map at zoom 4, each with its strokes a minute. */
export function RateLegend({ label }: RateLegendProps) {
  return (
    <figure className={styles.rates} aria-label={label}>
      {LEGEND_RATES.map((perMin) => {
        const radius = discRadiusPx(perMin)
        const side = 2 * (radius + 1)
        return (
          <span key={perMin} className={styles.rate}>
            <svg width={side} height={side} aria-hidden="true">
              <circle cx={side / 2} cy={side / 2} r={radius} fill="none" stroke="currentColor" strokeWidth={1.6} />
            </svg>
            {perMin}
          </span>
        )
      })}
      <figcaption>{label}</figcaption>
    </figure>
  )
}
