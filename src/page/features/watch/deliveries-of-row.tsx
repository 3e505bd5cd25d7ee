import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format.ts'
import { useWatchQuery } from '../../live/alarms/use-watch-query.ts'
import { Folded } from '../../ui/part/folded.tsx'

/** Deliveries of a row, or of both rows of a data gap: recipients, times and receipts; loaded on request. */
export function DeliveriesOfRow({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('watch')
  return (
    <Folded title={t('deliveries')} className="faint">
      {ids.map((id) => (
        <Deliveries key={id} id={id} />
      ))}
    </Folded>
  )
}

function Deliveries({ id }: { id: string }) {
  const { t } = useTranslation('watch')
  const { utcDateTime } = useFormat()
  const { data, isError } = useWatchQuery(['deliveries', id], (access, signal) => access.deliveries(id, signal))
  if (isError) return <p>{t('deliveriesFailed')}</p>
  if (!data) return null
  if (data.length === 0) return <p>{t('noDeliveries')}</p>
  return (
    <ul>
      {data.map(({ channel, at, attempts, outcome, receipt }) => (
        <li key={`${channel} ${at}`}>
          {[
            channel,
            utcDateTime(Date.parse(at), true),
            t(`outcome.${outcome}`),
            t('attempts', { count: attempts }),
            receipt,
          ]
            .filter(Boolean)
            .join(' · ')}
        </li>
      ))}
    </ul>
  )
}
