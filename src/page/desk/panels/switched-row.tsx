import { Info } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './switched-row.module.css'

interface SwitchedRowProps {
  name: string
  on: boolean
  onToggle(): void
  /** Up to three lines. Elements with `data-about` are hidden until the user asks for more. */
  children: ReactNode
}

/** A layer in the panel: its switch, a button for more about it, and its lines. */
export function SwitchedRow({ name, on, onToggle, children }: SwitchedRowProps) {
  const { t } = useTranslation('page')
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={styles.row} data-open={isOpen || undefined}>
      <div className={styles.head}>
        <label className={styles.label}>
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
        {on ? (
          <button
            type="button"
            className={styles.about}
            aria-expanded={isOpen}
            aria-label={t('aboutLayer', { name })}
            title={t('aboutLayer', { name })}
            onClick={() => setOpen(!isOpen)}
          >
            <Info size={16} />
          </button>
        ) : null}
      </div>
      {children}
    </li>
  )
}
