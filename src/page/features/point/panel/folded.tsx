import { type ReactNode, useState } from 'react'
import styles from './point-panel.module.css'

/** What is looked at, and asked for, only where somebody wants it. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.folded} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen ? children : null}
    </details>
  )
}
