import { useTranslation } from 'react-i18next'
import { clockText, dateText } from '../../../core/util/format.ts'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../live/time/use-now.ts'
import { usePage } from '../../state/page-store.ts'
import styles from './time-displays.module.css'

/**
 * UTC and the chosen zone, by the server's clock; always the present, labelled so while the map shows the past. `dated`
 * adds the dates.
 */
export function TimeDisplays({ dated }: { dated?: boolean }) {
  const now = useNow()
  const { t } = useTranslation('page')
  const { zone, zoneName } = useFormat()
  const isPast = usePage((state) => state.shownAtMs !== null)
  return (
    <div className={styles.clocks} data-past={isPast || undefined}>
      {isPast ? <span>{t('now')}</span> : null}
      <time dateTime={new Date(now).toISOString()} title={dateText(now, 'UTC')}>
        {dated ? <span>{dateText(now, 'UTC')} </span> : null}
        <b>{clockText(now, 'UTC', true)}</b> <span>UTC</span>
      </time>
      {zone === 'UTC' ? null : (
        <time
          className={dated ? undefined : styles.second}
          dateTime={new Date(now).toISOString()}
          title={dateText(now, zone)}
        >
          {dated && dateText(now, zone) !== dateText(now, 'UTC') ? <span>{dateText(now, zone)} </span> : null}
          <b>{clockText(now, zone, true)}</b> <span>{zoneName}</span>
        </time>
      )}
    </div>
  )
}
