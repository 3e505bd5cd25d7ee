import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type Tone = 'neutral' | 'good' | 'info' | 'warn' | 'bad' | 'unknown'

/** A word or two with emphasis. The colour repeats the meaning of the text. */
export function Badge({ tone = 'neutral', children, title }: { tone?: Tone; children: ReactNode; title?: string }) {
  return (
    <span className={styles.badge} data-tone={tone} title={title}>
      {children}
    </span>
  )
}
