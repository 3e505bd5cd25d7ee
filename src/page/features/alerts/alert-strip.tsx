import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isStruck } from '../../airport/alarm-words.ts'
import { snoozeText } from '../../airport/level-words.ts'
import { useOpenPlace } from '../../airport/use-open-place.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { useSnoozeOf } from '../../live/levels/use-levels.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useOfNow } from '../../live/time/use-now.ts'
import { useSettled } from '../../live/time/use-settled.ts'
import { usePage } from '../../state/page-store.ts'
import { Button } from '../../ui/button.tsx'
import { type LoggedAlert, useAlerts } from './alert-store.ts'
import styles from './alerts.module.css'
import { toneOf, useEntryText } from './entry-text.ts'
import { spotOf } from './spot-of.ts'
import { usePassing } from './tell-rows.ts'
import { useAcknowledge } from './use-acknowledge.ts'
import { useFirstWaiting, useWaiting } from './waiting/use-waiting.ts'

addWords(import.meta.glob('../../../locales/*/{levels,alerts}.json', { eager: true, import: 'default' }))

/** The most severe unacknowledged alert, ended ones last, outside of the map; a key shows the others. */
export default function AlertStrip() {
  const { t } = useTranslation('alerts')
  const first = useFirstWaiting()
  const count = useWaiting().length
  const passing = usePassing(({ text }) => text)
  useSeen(first?.alert.id)
  return (
    <>
      <section className={styles.strip} aria-label={t('region')} aria-live="polite" data-empty={!first || undefined}>
        {first ? <Newest {...first} more={count - 1} /> : null}
      </section>
      <p role="status" aria-label={t('passing')} className="visually-hidden">
        {passing}
      </p>
    </>
  )
}

function Newest({ alert, isOver, more }: { alert: LoggedAlert; isOver: boolean; more: number }) {
  const { t } = useTranslation('alerts')
  const { live } = useServerConnection()
  const format = useFormat()
  const openPlace = useOpenPlace()
  const textOf = useEntryText()
  const { acknowledge, isShared } = useAcknowledge()
  const set = useAlerts((state) => state.set)
  const lang = usePage((state) => state.lang)
  const { t: levelT } = useTranslation('levels')
  // An alert that appears under a moving finger was not the target.
  const isSettled = useSettled(alert.id)
  const isSending = useAlerts((state) => state.sending.includes(alert.id))
  const { alarm, icao, isOfPage } = alert
  const told = { ...alert, alarm: { ...alarm, simulated: false } } // the bar has the label for all of it
  const snooze = useSnoozeOf(icao ?? '')
  const snoozed = useOfNow((nowMs) => snoozeText(snooze, nowMs, { t: levelT, lang }))
  const isAirport = !alarm.place || alarm.place.group === 'airports'
  return (
    <>
      <button
        type="button"
        className={styles.newest}
        data-tone={isOver ? undefined : toneOf(alert)}
        data-over={isOver || undefined}
        data-struck={isStruck(alarm) || undefined}
        onClick={() => icao !== null && spotOf(icao, live.reports) && openPlace(icao)}
      >
        <span className={styles.told}>
          <time className={styles.time}>{format.utcTime(alert.atMs, true)}</time> {isOver ? <em>{t('over')}</em> : null}{' '}
          {isAirport ? <strong>{icao ?? t('all')}</strong> : null} <span>{textOf(told)}</span>
          {snoozed === '' ? null : <span className={styles.faint}> · {snoozed}</span>}
        </span>
      </button>
      {more > 0 ? (
        <Button onClick={() => set({ open: true })}>
          <span className={styles.words}>{t('more', { count: more })}</span>
          <span className={styles.number} aria-hidden="true">{`+${more}`}</span>
        </Button>
      ) : null}
      <Button waits={!isSettled} onClick={() => void acknowledge([alert.id])}>
        {t(isSending ? 'sending' : isShared(alert) || isOfPage ? 'acknowledge' : 'setAside')}
      </Button>
    </>
  )
}

/** An alert on a visible screen counts as seen. */
function useSeen(id: string | undefined): void {
  const { clock } = useServerConnection()
  const isUnseen = useAlerts(({ log }) => log.some((each) => each.id === id && each.seenMs === null))
  useEffect(() => {
    if (!id || !isUnseen) return
    const see = () => {
      if (document.visibilityState === 'visible') useAlerts.getState().see([id], clock.now())
    }
    see()
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [id, isUnseen, clock])
}
