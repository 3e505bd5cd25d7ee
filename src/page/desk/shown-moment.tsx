import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chosenBy } from '../../core/strikes/strike-display-options.ts'
import { countText, dateText } from '../../core/util/format.ts'
import { useFormat } from '../i18n/format.ts'
import { shownMomentStrings } from '../i18n/shown-moment-strings.ts'
import { useWords } from '../i18n/use-words.ts'
import type { MapOverlay } from '../live/overlay.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { useNow } from '../live/time/use-now.ts'
import { useShownAt } from '../live/time/use-shown-at.ts'
import { usePage } from '../state/page-store.ts'
import styles from './shown-moment.module.css'

/** In the bar while the map shows the past: which moment, how long ago, and that live goes on beneath it. */
export default function ShownMoment({ overlays }: { overlays: readonly MapOverlay[] }) {
  const t = useWords('shown-moment', shownMomentStrings)
  const { utcTime, zoneTime, age } = useFormat()
  const shownAtMs = useShownAt()
  const nowMs = useNow()
  const isToday = shownAtMs !== null && dateText(shownAtMs, 'UTC') === dateText(nowMs, 'UTC')
  const layers = useOfNow(overlays, t('comma'))
  const { count, sinceMs } = useFresh()
  if (shownAtMs === null) return null
  return (
    <div className={styles.moment}>
      <span className={styles.shows}>{t('shows')}</span>
      <time dateTime={new Date(shownAtMs).toISOString()} title={zoneTime(shownAtMs, true)}>
        {isToday ? null : `${dateText(shownAtMs, 'UTC')} `}
        {utcTime(shownAtMs)}
      </time>
      <span>{t('ago', { age: age(nowMs - shownAtMs) })}</span>
      {layers ? <span className={styles.ofNow}>{t('ofNow', { layers })}</span> : null}
      <span className={styles.fresh} title={t('freshLong', { count, time: utcTime(sinceMs, true) })}>
        {t('fresh', { count })}
      </span>
    </div>
  )
}

/** What struck since the map left the present. */
function useFresh(): { count: string; sinceMs: number } {
  const { clock, live } = useServerConnection()
  useNow() // counted each second
  const [sinceMs] = useState(() => clock.now())
  const choice = usePage((state) => state.strikeDisplay)
  const { columns } = live.strikes
  return { count: countText(columns.countSince(sinceMs, null, chosenBy(choice))), sinceMs }
}

/** The layers on the map that do not follow the shown moment, by their names. */
function useOfNow(overlays: readonly MapOverlay[], comma: string): string {
  const { t } = useTranslation()
  const on = usePage((state) => state.overlaysOn)
  return overlays
    .filter(({ id, Row, followsTime }) => Row && !followsTime && on.includes(id))
    .map(({ id }) => t('name', { ns: id }))
    .join(comma)
}
