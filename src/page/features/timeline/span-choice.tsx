import { useTranslation } from 'react-i18next'
import type { TimelineSpan } from './span.ts'
import styles from './timeline.module.css'

interface SpanChoiceProps {
  spans: readonly TimelineSpan[]
  value: string
  onChange(key: string): void
}

/** How far back the timeline reaches. */
export function SpanChoice({ spans, value, onChange }: SpanChoiceProps) {
  const { t } = useTranslation('timeline')
  const name = ({ key }: TimelineSpan) => {
    if (key === 'window') return t('windowSpan')
    const hours = Number(key)
    return hours > 72 && hours % 24 === 0 ? t('days', { days: hours / 24 }) : t('hours', { hours })
  }
  return (
    <select
      className={styles.select}
      aria-label={t('span')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {spans.map((span) => (
        <option key={span.key} value={span.key}>
          {name(span)}
        </option>
      ))}
    </select>
  )
}
