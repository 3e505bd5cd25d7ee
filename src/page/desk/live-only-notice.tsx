import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/format.ts'
import { useShownAt } from '../live/time/use-shown-at.ts'
import styles from './live-only-notice.module.css'

/** While the map shows the past: states that the panel next to it is live. */
export function LiveOnlyNotice({ words }: { words: 'rowOfNow' | 'panelOfNow' }) {
  const { t } = useTranslation('page')
  const { utcTime } = useFormat()
  const shownAtMs = useShownAt()
  if (shownAtMs === null) return null
  return (
    <p className={styles.ofNow} data-in={words}>
      {t(words, { time: utcTime(shownAtMs) })}
    </p>
  )
}
