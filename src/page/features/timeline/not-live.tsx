import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chosenBy } from '../../../core/strikes/strike-display-options.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { countText, dateText } from '../../../core/util/format.ts'
import { useFormat } from '../../i18n/format.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useShownStrikes } from '../../live/strikes/use-shown-strikes.ts'
import { useNow } from '../../live/time/use-now.ts'
import { usePage } from '../../state/page-store.ts'
import { shareOf } from './bins.ts'
import styles from './timeline.module.css'

/** Missing less than this is the rounding of the seams. */
const SLACK_MS = 15_000

/** Large enough that the past is not taken for the present: the shown moment, its age, and the loaded share. */
export function NotLive({ shownAtMs, onLive }: { shownAtMs: number; onLive(): void }) {
  const { t } = useTranslation('timeline')
  const { utcTime, zoneTime, zone, age } = useFormat()
  const nowMs = useNow()
  const windowMinutes = usePage((state) => state.windowMinutes)
  const { pending, notObserved, trouble } = useHeld(shownAtMs, windowMinutes)
  const fresh = useFresh()
  const isToday = dateText(shownAtMs, 'UTC') === dateText(nowMs, 'UTC')
  return (
    <div className={styles.notLive}>
      <strong>{t('notLive')}</strong>
      <time dateTime={new Date(shownAtMs).toISOString()}>
        {isToday ? null : `${dateText(shownAtMs, 'UTC')} `}
        {utcTime(shownAtMs, true)}
      </time>
      {zone === 'UTC' ? null : <span className={styles.zone}>{zoneTime(shownAtMs, true)}</span>}
      <span>{t('ago', { age: age(nowMs - shownAtMs) })}</span>
      <span title={t('freshLong', { count: fresh.count, time: utcTime(fresh.sinceMs, true) })}>
        {t('fresh', { count: fresh.count })}
      </span>
      {trouble ? (
        <span className={styles.held}>{t('trouble')}</span>
      ) : pending > 0.005 ? (
        <span className={styles.held}>{t('loading', { percent: Math.floor((1 - pending) * 100) })}</span>
      ) : notObserved * windowMinutes * MINUTE_MS > SLACK_MS ? (
        <span className={styles.held}>
          {t('notObserved', { minutes: Math.max(1, Math.round(notObserved * windowMinutes)), window: windowMinutes })}
        </span>
      ) : null}
      <button type="button" className={styles.toLive} title={t('toLiveLong')} onClick={onLive}>
        {t('toLive')}
      </button>
    </div>
  )
}

/** Strikes since the map left the present. */
function useFresh(): { count: string; sinceMs: number } {
  const { clock, live } = useServerConnection()
  const [sinceMs] = useState(() => clock.now())
  const choice = usePage((state) => state.strikeDisplay)
  return { count: countText(live.strikes.columns.countSince(sinceMs, null, chosenBy(choice))), sinceMs }
}

function useHeld(shownAtMs: number, windowMinutes: number) {
  const held = useShownStrikes()
  const fromMs = shownAtMs - windowMinutes * MINUTE_MS
  return {
    pending: shareOf(held.pending(fromMs, shownAtMs), fromMs, shownAtMs),
    notObserved: shareOf(held.notObserved(fromMs, shownAtMs), fromMs, shownAtMs),
    trouble: held.trouble,
  }
}
