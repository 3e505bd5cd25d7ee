import type { Theme } from '../../state/view.ts'
import { DISC_COLOURS, discRadiusPx } from './storm-style.ts'
import styles from './storms.module.css'

interface RateLegendProps {
  label: string
  theme: Theme
  /** How much larger than at a desk they are drawn. */
  scale?: number
}

/** Discs as they are on the map at zoom 4, each with its strokes a minute. */
export function RateLegend({ label, theme, scale = 1 }: RateLegendProps) {
  return (
    <figure className={styles.rates} aria-label={label}>
      {DISC_COLOURS[theme].map(([perMin, colour]) => {
        const radius = discRadiusPx(perMin) * scale
        return (
          <span key={perMin} className={styles.rate}>
            <svg width={2 * radius} height={2 * radius} aria-hidden="true">
              <circle cx={radius} cy={radius} r={radius} fill={colour} />
            </svg>
            {perMin}
          </span>
        )
      })}
      <figcaption>{label}</figcaption>
    </figure>
  )
}
