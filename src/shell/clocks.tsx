import { clockText, dateText } from '../core/format.ts'
import styles from './clocks.module.css'
import { useFormat } from './format.ts'
import { useNow } from './use-now.ts'

/** UTC, and the chosen zone beside it; both by the server's clock. */
export function Clocks() {
  const now = useNow()
  const { zone, zoneName } = useFormat()
  return (
    <div className={styles.clocks}>
      <time dateTime={new Date(now).toISOString()} title={dateText(now, 'UTC')}>
        <b>{clockText(now, 'UTC', true)}</b> <span>UTC</span>
      </time>
      {zone === 'UTC' ? null : (
        <time className={styles.second} title={dateText(now, zone)}>
          <b>{clockText(now, zone, true)}</b> <span>{zoneName}</span>
        </time>
      )}
    </div>
  )
}
