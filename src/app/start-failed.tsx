import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/notice.tsx'
import styles from './start-failed.module.css'

export function StartFailed({ reason }: { reason: string }) {
  const { t } = useTranslation('shell')
  return (
    <main className={styles.middle}>
      <Notice
        tone="bad"
        title={t(navigator.onLine ? 'startFailed' : 'startOffline')}
        detail={`${t('startFailedDetail')} (${reason})`}
      />
    </main>
  )
}
