import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import styles from './stat.module.css'

interface StatProps {
  label: string
  value: ReactNode
  unit?: string
  /** Small print under the value: a gust, a range, its source. */
  note?: ReactNode
  tone?: Tone
}

/** A number with its unit, inside a `StatGrid`. */
export function Stat({ label, value, unit, note, tone }: StatProps) {
  return (
    <div className={styles.stat}>
      <dt className="small">{label}</dt>
      <dd className={styles.value} data-tone={tone}>
        {value}
        {unit ? <span className={styles.unit}>{unit}</span> : null}
        {note ? <span className={styles.note}>{note}</span> : null}
      </dd>
    </div>
  )
}

export function StatGrid({ children }: { children: ReactNode }) {
  return <dl className={styles.grid}>{children}</dl>
}
