import { useTranslation } from 'react-i18next'
import { BrandMark } from '../ui/brand-mark.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './start-failed.module.css'

export function StartFailed({ reason }: { reason: string }) {
  const { t } = useTranslation('page')
  return (
    <main className={styles.middle}>
      <h1 className={styles.brand}>
        <BrandMark sizeRem={1.375} /> {t('product')}
      </h1>
      <Notice
        tone="bad"
        title={t(navigator.onLine ? 'startFailed' : 'startOffline')}
        detail={t('startFailedDetail')}
        raw={{ label: t('technical'), text: reason }}
      />
    </main>
  )
}
