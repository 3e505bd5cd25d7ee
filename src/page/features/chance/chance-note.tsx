import { useTranslation } from 'react-i18next'
import { usePage } from '../../state/page-store.ts'
import styles from '../../ui/styles/map-note.module.css'
import { ChanceText } from './chance-text.tsx'

/** Along the bottom of a wall's map: what the contours show. */
export default function ChanceNote() {
  const { t } = useTranslation('chance')
  const minutes = usePage((state) => state.chanceMinutes)
  return minutes === null ? null : (
    <section className={styles.note} aria-label={t('name')}>
      <ChanceText minutes={minutes} isBrief />
    </section>
  )
}
