import { useTranslation } from 'react-i18next'
import { clockText, dateText } from '../../../core/util/format.ts'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../live/time/use-now.ts'
import { usePage } from '../../state/page-store.ts'
import styles from './time-displays.module.css'

interface TimeDisplaysProps {
  /** On a wall: the chosen zone, with its date, before UTC. */
  isLocalFirst?: boolean
}

/** UTC and the chosen zone, by the server's clock; always the present, labelled so while the map shows the past. */
export function TimeDisplays({ isLocalFirst = false }: TimeDisplaysProps) {
  const now = useNow()
  const { t } = useTranslation('page')
  const { zone, zoneName } = useFormat()
  const isPast = usePage((state) => state.shownAtMs !== null)
  const clocks = [
    <Clock key="UTC" nowMs={now} zone="UTC" name="UTC" isDated={isLocalFirst && zone === 'UTC'} />,
    zone === 'UTC' ? null : (
      <Clock
        key="zone"
        nowMs={now}
        zone={zone}
        name={zoneName}
        isDated={isLocalFirst}
        isHiddenIfNarrow={!isLocalFirst}
      />
    ),
  ]
  return (
    <div className={styles.clocks} data-past={isPast || undefined}>
      {isPast ? <span>{t('now')}</span> : null}
      {isLocalFirst ? clocks.toReversed() : clocks}
    </div>
  )
}

interface ClockProps {
  nowMs: number
  zone: string
  name: string
  isDated: boolean
  isHiddenIfNarrow?: boolean
}

function Clock({ nowMs, zone, name, isDated, isHiddenIfNarrow = false }: ClockProps) {
  return (
    <time
      className={isHiddenIfNarrow ? styles.second : undefined}
      dateTime={new Date(nowMs).toISOString()}
      title={dateText(nowMs, zone)}
    >
      {isDated ? <span data-date>{dateText(nowMs, zone)} </span> : null}
      <b>{clockText(nowMs, zone, true)}</b> <span>{name}</span>
    </time>
  )
}
