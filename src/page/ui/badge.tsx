import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type Tone = 'neutral' | 'good' | 'info' | 'warn' | 'bad' | 'unknown'

interface BadgeProps {
  tone?: Tone
  children: ReactNode
  title?: string
}

/** A word or two that must catch the eye. The colour repeats what the word says, it never says it alone. */
export function Badge({ tone = 'neutral', children, title }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} title={title}>
      {children}
    </span>
  )
}
