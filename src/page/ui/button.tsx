import type { ReactNode } from 'react'
import styles from './button.module.css'

interface ButtonProps {
  children: ReactNode
  onClick: () => void
  /** Shown as held down. */
  pressed?: boolean
  disabled?: boolean
  title?: string
}

export function Button({ children, onClick, pressed, disabled, title }: ButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      onClick={onClick}
      aria-pressed={pressed}
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
