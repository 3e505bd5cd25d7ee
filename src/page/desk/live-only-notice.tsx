import { useTranslation } from 'react-i18next'
import { useFormat } from './format.ts'
import styles from './of-now.module.css'
import { useShownAt } from './use-shown-at.ts'

/** While the map shows the past: that something beside it does not. */
export function OfNow({ words }: { words: 'rowOfNow' | 'panelOfNow' }) {
  const { t } = useTranslation('shell')
  const { utcTime } = useFormat()
  const shownAtMs = useShownAt()
  if (shownAtMs === null) return null
  return (
    <p className={styles.ofNow} data-in={words}>
      {t(words, { time: utcTime(shownAtMs) })}
    </p>
  )
}
