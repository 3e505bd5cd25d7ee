import type { ReactNode } from 'react'
import styles from './legend.module.css'

interface LegendItem {
  /** A small drawing of the mark as it is on the map. */
  swatch: ReactNode
  label: string
}

/** Explanation of the marks; always visible beside the data. */
export function Legend({ label, items }: { label: string; items: readonly LegendItem[] }) {
  return (
    <ul className={styles.legend} aria-label={label}>
      {items.map((item) => (
        <li key={item.label} className={styles.item}>
          <span className={styles.swatch} aria-hidden="true">
            {item.swatch}
          </span>
          {item.label}
        </li>
      ))}
    </ul>
  )
}

interface RampLegendProps {
  label: string
  /** CSS colours from the first label to the last. */
  colours: readonly string[]
  /** One tick per colour, below it; other numbers are spread from end to end, between colours. */
  ticks: readonly string[]
}

export function RampLegend({ label, colours, ticks }: RampLegendProps) {
  return (
    <figure aria-label={label}>
      <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        {colours.map((colour, i) => (
          <rect
            key={`${colour}-${ticks[i] ?? i}`}
            x={(i * 100) / colours.length}
            width={100 / colours.length + 0.2}
            height="6"
            fill={colour}
          />
        ))}
      </svg>
      <figcaption className={styles.ticks} data-each={ticks.length === colours.length || undefined}>
        {ticks.map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </figcaption>
    </figure>
  )
}

/** The hatching of unknown areas. */
export function HatchedSwatch() {
  return (
    <svg width="0.875rem" height="0.75rem" viewBox="0 0 14 12" aria-hidden="true">
      <path d="M0 12 12 0M-4 8 4 0M6 14 16 4" stroke="currentColor" strokeWidth="1.2" strokeDasharray="1.5 2" />
    </svg>
  )
}
