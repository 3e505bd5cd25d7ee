import { Command } from 'cmdk'
import type { SearchHit } from '../../live/overlay.ts'
import styles from './hit-item.module.css'

interface HitItemProps {
  hit: SearchHit
  className: string | undefined
  /** Search terms for the filter of the list. */
  keywords?: string[]
  onSelect(): void
}

export function HitItem({ hit: { selection, title, detail }, ...rest }: HitItemProps) {
  return (
    <Command.Item value={`${selection.kind}/${selection.id}`} {...rest}>
      <span className={styles.title}>{title}</span>
      <span className={styles.detail}>{detail}</span>
    </Command.Item>
  )
}
