import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import styles from './panel.module.css'

type PanelProps = {
  title: ReactNode
  /** Under the title: kind and position. */
  subtitle?: ReactNode
  /** Beside the title: badges, buttons. */
  actions?: ReactNode
  label: string
  children: ReactNode
} & ({ closeLabel: string; onClose: () => void } | { closeLabel?: undefined; onClose?: undefined })

/** A longer title leaves no room for badges beside it. */
const TITLE_BESIDE_MAX = 24

export function Panel({ title, subtitle, actions, label, closeLabel, onClose, children }: PanelProps) {
  return (
    <section className={styles.panel} aria-label={label}>
      <header
        className={styles.header}
        data-long={(typeof title === 'string' && title.length > TITLE_BESIDE_MAX) || undefined}
      >
        <div className={styles.headings}>
          <h2 className={styles.title}>{title}</h2>
          {subtitle ? <div className={styles.subtitle}>{subtitle}</div> : null}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
        {onClose ? <IconButton label={closeLabel} icon="×" onClick={onClose} /> : null}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the screen is scrolled by the keyboard too */}
      <div className={styles.body} tabIndex={0}>
        {children}
      </div>
    </section>
  )
}

interface SectionProps {
  title: string
  /** At the right of the title: an age, a source, a count. */
  note?: ReactNode
  children: ReactNode
}

export function Section({ title, note, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.sectionHead}>
        <h3 className={styles.sectionTitle}>{title}</h3>
        {note ? <span className={styles.sectionNote}>{note}</span> : null}
      </div>
      {children}
    </section>
  )
}
