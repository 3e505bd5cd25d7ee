import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import styles from './headline.module.css'

interface HeadlineProps {
  name: string
  /** The number that can be read across a room. */
  value: ReactNode
  unit: string
  /** State and age in a sentence. */
  state: ReactNode
  tone?: Tone
  /** The data may be outdated: greys out the number. */
  stale?: boolean
  children?: ReactNode
}

/** A layer on the wall: name, one number, its state as text, legend. Sizes scale with the surrounding type. */
export function Headline({ name, value, unit, state, tone = 'neutral', stale, children }: HeadlineProps) {
  return (
    <section className={styles.headline} aria-label={name}>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <p className={styles.number} data-stale={stale || undefined}>
          <b className={styles.value}>{value}</b> <span className={styles.unit}>{unit}</span>
        </p>
      </div>
      <p className={styles.state} data-tone={tone}>
        {state}
      </p>
      {children ? <div className={styles.legend}>{children}</div> : null}
    </section>
  )
}

interface TallyProps {
  label: string
  items: readonly { swatch: ReactNode; label: string; count: ReactNode }[]
}

/** Counts by kind, each beside its map mark: numbers and legend in one. */
export function Tally({ label, items }: TallyProps) {
  return (
    <ul className={styles.tally} aria-label={label}>
      {items.map((item) => (
        <li key={item.label} className={styles.item}>
          <span className={styles.swatch} aria-hidden="true">
            {item.swatch}
          </span>
          <b>{item.count}</b>
          <span>{item.label}</span>
        </li>
      ))}
    </ul>
  )
}
