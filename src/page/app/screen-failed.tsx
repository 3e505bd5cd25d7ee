import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerConnection } from '../live/server-connection.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './start-failed.module.css'

const LOOK_EVERY_MS = 4_000

/** Replaces a failed map, or the desk above it; on an unattended screen the page reloads automatically. */
export function ScreenFailed({ reason }: { reason: string }) {
  const { t } = useTranslation('page')
  const { clock, checkServer } = useServerConnection()
  useEffect(
    () =>
      clock.every(LOOK_EVERY_MS, () => {
        const reload = async () => {
          await checkServer()
          // After a server upgrade this chunk is missing too.
          const kept = await import('../wall/may-reload.ts').catch(() => null)
          if (!kept || kept.mayReload('failure', clock.now())) location.reload()
        }
        reload().catch(() => {}) // without its server the page cannot reload
      }),
    [clock, checkServer],
  )
  return (
    <div className={styles.middle}>
      <Notice
        tone="bad"
        title={t('panelFailed')}
        detail={reason}
        action={{ label: t('retry'), onClick: () => location.reload() }}
      />
    </div>
  )
}
