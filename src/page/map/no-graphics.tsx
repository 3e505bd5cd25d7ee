import { useTranslation } from 'react-i18next'
import { addWords } from '../i18n/add-words.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './map-stage.module.css'

addWords(import.meta.glob('../../locales/*/no-graphics.json', { eager: true, import: 'default' }))

/** Replaces the map in browsers without graphics; or is shown above one with unresponsive workers. */
export default function NoGraphics({ why = 'refused' }: { why?: 'refused' | 'silent' }) {
  const { t } = useTranslation('no-graphics')
  return (
    <div className={styles.refusal}>
      <Notice
        tone="bad"
        title={t(why === 'silent' ? 'silent' : 'title')}
        detail={t(why === 'silent' ? 'silentDetail' : 'detail')}
      />
    </div>
  )
}
