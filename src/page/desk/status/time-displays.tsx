import { useTranslation } from 'react-i18next'
import { clockText, dateText } from '../core/format.ts'
import styles from './clocks.module.css'
import { useFormat } from './format.ts'
import { useShell } from './shell-store.ts'
import { useNow } from './use-now.ts'

/** UTC, and the chosen zone beside it; both by the server's clock, and of now, which is said where the map is not. `dated` says the days too. */
export function Clocks({ dated }: { dated?: boolean }) {
  const now = useNow()
  const { t } = useTranslation('shell')
  const { zone, zoneName } = useFormat()
  const isPast = useShell((state) => state.shownAtMs !== null)
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
