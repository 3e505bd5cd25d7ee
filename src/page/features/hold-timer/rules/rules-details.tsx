import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerConnection } from '../../../live/server-connection.ts'
import { Loading } from '../../../ui/notice.tsx'
import styles from '../hold-timer.module.css'

const RuleBench = lazy(() => import('./rule-bench.tsx'))

/** The rule bench, loaded when opened. */
export function RulesDetails({ icao }: { icao: string }) {
  const { t } = useTranslation('clock')
  const { config } = useServerConnection()
  const [isOpen, setOpen] = useState(false)
  // With direct delivery the server has no strikes.
  if (config.delivery !== 'relay') return null
  return (
    <details className={styles.more} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('rules')}</summary>
      {isOpen ? (
        <Suspense fallback={<Loading label={t('rules')} lines={9} />}>
          <RuleBench icao={icao} />
        </Suspense>
      ) : null}
    </details>
  )
}
