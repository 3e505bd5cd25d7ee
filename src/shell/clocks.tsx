import { clockText, dateText } from '../core/format.ts'
import styles from './clocks.module.css'
import { useFormat } from './format.ts'
import { useNow } from './use-now.ts'

/** UTC, and the chosen zone beside it; both by the server's clock. `dated` says the days too. */
export function Clocks({ dated }: { dated?: boolean }) {
  const now = useNow()
  const { zone, zoneName } = useFormat()
  return (
    <div className={styles.clocks}>
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
