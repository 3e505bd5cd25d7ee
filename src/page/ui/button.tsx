import type { ReactNode } from 'react'
import styles from './button.module.css'

interface ButtonProps {
  children: ReactNode
  onClick: () => void
  /** Shown as held down. */
  pressed?: boolean
  disabled?: boolean
  /** Ignores presses for now, and keeps the focus. */
  waits?: boolean
  title?: string
}

export function Button({ children, onClick, pressed, disabled, waits, title }: ButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      onClick={waits ? undefined : onClick}
      aria-pressed={pressed}
      aria-disabled={waits}
      disabled={disabled}
      title={title}
    >
      {children}
    </button>
  )
}

interface IconButtonProps {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
  onClick: () => void
  pressed?: boolean
}

export function IconButton({ label, icon, onClick, pressed }: IconButtonProps) {
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label={label}
      title={label}
      onClick={onClick}
      aria-pressed={pressed}
    >
      <span aria-hidden="true">{icon}</span>
    </button>
  )
}
