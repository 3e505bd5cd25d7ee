import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/format.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { latencyQuery } from '../airport-queries.ts'
import styles from './latest-report.module.css'

/** How long this airport's reports take to arrive, where the service knows. */
export function FeedDelay({ icao }: { icao: string }) {
  const { t } = useTranslation('airports')
  const { api } = useServerConnection()
  const { age } = useFormat()
  const { data } = useQuery(latencyQuery(api, icao))
  const seconds = data?.avg_latency_seconds
  if (seconds == null || !data?.sample_count) return null
  return <p className={styles.delay}>{t('panel.delay', { delay: age(seconds * 1_000), count: data.sample_count })}</p>
}
