import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/notice.tsx'
import { useContract } from './contract-context.ts'
import { useFormat } from './format.ts'
import { useFeedStatus } from './use-feed-status.ts'
import { useNow } from './use-now.ts'

/** A short break heals before anybody reads about it. */
const SAY_AFTER_MS = 4_000

/** Says across the map that nothing arrives, since when, and what the map then shows. */
export function Outage() {
  const { t } = useTranslation('shell')
  const { utcTime, age } = useFormat()
  const now = useNow()
  const status = useFeedStatus(useContract().strikes)
  const silent = status.state === 'source-down'
  const broken = status.state === 'down' || (status.state === 'connecting' && status.reconnects > 0)
  const sinceMs = status.lastDataMs ?? status.sinceMs
  if (!(silent || broken) || now - status.sinceMs < SAY_AFTER_MS) return null
  const words = { since: utcTime(sinceMs, true), age: age(now - sinceMs) }
  return silent ? (
    <Notice tone="bad" title={t('outage.sourceTitle')} detail={t('outage.sourceDetail', words)} />
  ) : (
    <Notice
      tone="bad"
      title={t(navigator.onLine ? 'outage.lineTitle' : 'outage.offlineTitle')}
      detail={t('outage.lineDetail', words)}
    />
  )
}
