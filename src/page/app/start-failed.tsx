import { useTranslation } from 'react-i18next'
import { ContractError } from '../../client/http/contract-api.ts'
import { messageOf } from '../../core/util/message-of.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './start-failed.module.css'

export function StartFailed({ error }: { error: unknown }) {
  const { t } = useTranslation('page')
  // The server is unreachable: the page comes from the browser's cache.
  const isUnreached = error instanceof ContractError && error.status === null
  return (
    <main className={styles.middle}>
      <h1 className={styles.brand}>
        <BrandMark sizeRem={1.375} /> {t('product')}
      </h1>
      <Notice
        tone="bad"
        title={t(!navigator.onLine ? 'startOffline' : isUnreached ? 'startUnreached' : 'startFailed')}
        detail={t(isUnreached ? 'startUnreachedDetail' : 'startFailedDetail')}
        raw={{ label: t('technical'), text: messageOf(error) }}
      />
    </main>
  )
}
