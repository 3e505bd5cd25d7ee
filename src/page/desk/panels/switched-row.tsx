import type { ReactNode } from 'react'
import styles from './switched-row.module.css'

interface SwitchedRowProps {
  name: string
  on: boolean
  onToggle(): void
  /** Status of the layer. */
  children: ReactNode
}

/** A row of the layers panel: switch and status. */
export function SwitchedRow({ name, on, onToggle, children }: SwitchedRowProps) {
  return (
    <li className={styles.row}>
      <label className={styles.head}>
        <span className={styles.name}>{name}</span>
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={on}
          aria-checked={on}
          aria-label={name}
          onChange={onToggle}
        />
      </label>
      {children}
    </li>
  )
}
