import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { csvText } from '../../../core/util/csv.ts'
import { Cover } from '../../desk/cover.tsx'
import { download } from '../../desk/download.ts'
import { useFormat } from '../../i18n/format.ts'
import { placeName, usePlaces } from '../../live/places/place-store.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel, Section } from '../../ui/panel.tsx'
import { AlertSettingsSection } from './alert-settings.tsx'
import { LOG_MAX, type LoggedAlert, useAlerts } from './alert-store.ts'
import { alertText } from './alert-words.ts'
import styles from './alerts.module.css'

/** What was raised, seen and acknowledged; and what is told, and how. */
export default function AlertPanel() {
  const { t } = useTranslation('alerts')
  const { clock } = useServerConnection()
  const format = useFormat()
  const watched = usePage((state) => state.watched)
  const lang = usePage((state) => state.lang)
  const byId = usePlaces((state) => state.byId)
  const nameOf = (id: string) => {
    const place = byId.get(id)
    return place ? placeName(place, lang) : id
  }
  const log = useAlerts((state) => state.log)
  const { set, see, acknowledge, clearAcknowledged } = useAlerts.getState()
  const waiting = log.filter((each) => each.acknowledgedMs === null).map(({ id }) => id)
  const unseen = log.filter((each) => each.seenMs === null).map(({ id }) => id)
  const close = () => set({ open: false })

  useEffect(() => {
    if (unseen.length > 0 && document.visibilityState === 'visible') see(unseen, clock.now())
  })

  function exportCsv() {
    const stamp = new Date(clock.now()).toISOString().replace(/[:-]|\.\d+/g, '')
    const text = logCsv(log, (alert) => alertText(alert, t, format).replaceAll('\u00a0', ' '))
    download(`brontide-alerts-${stamp}.csv`, new Blob([text], { type: 'text/csv' }))
  }

  return (
    <Cover onClose={close}>
      <Panel title={t('title')} label={t('title')} closeLabel={t('close')} onClose={close}>
        {watched.length === 0 ? (
          <Notice tone="unknown" title={t('notWatched')} detail={t('notWatchedDetail')} />
        ) : (
          <p>{t('watching', { names: watched.map(nameOf).join(', ') })}</p>
        )}
        <Section title={t('log')} note={t('logNote', { max: LOG_MAX })}>
          <div className={styles.buttons}>
            <Button disabled={waiting.length === 0} onClick={() => acknowledge(waiting, clock.now())}>
              {t('acknowledgeAll')}
            </Button>
            <Button disabled={log.length === 0} onClick={exportCsv}>
              {t('export')}
            </Button>
            <Button disabled={log.length === waiting.length} onClick={clearAcknowledged}>
              {t('clear')}
            </Button>
          </div>
          {log.length === 0 ? <p className={styles.faint}>{t('logEmpty')}</p> : <Log log={log} />}
        </Section>
        <AlertSettingsSection />
      </Panel>
    </Cover>
  )
}

function Log({ log }: { log: readonly LoggedAlert[] }) {
  const { t } = useTranslation('alerts')
  const { clock } = useServerConnection()
  const format = useFormat()
  const acknowledge = useAlerts((state) => state.acknowledge)
  return (
    <div className={styles.scroller}>
      <table className={styles.log}>
        <thead>
          <tr>
            {(['raised', 'airport', 'what', 'seen', 'acknowledged'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {log.map((alert) => (
            <tr key={alert.id} data-waiting={alert.acknowledgedMs === null || undefined}>
              <td>{format.utcDateTime(alert.atMs, true)}</td>
              <td>{alert.icao ?? t('all')}</td>
              <td>{alertText(alert, t, format)}</td>
              <td>{alert.seenMs === null ? t('notYet') : format.utcTime(alert.seenMs, true)}</td>
              <td>
                {alert.acknowledgedMs === null ? (
                  <Button onClick={() => acknowledge([alert.id], clock.now())}>{t('acknowledge')}</Button>
                ) : (
                  format.utcTime(alert.acknowledgedMs, true)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The log for a file: times in UTC by ISO 8601. */
function logCsv(log: readonly LoggedAlert[], textOf: (alert: LoggedAlert) => string): string {
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  return csvText([
    ['raised_utc', 'airport', 'kind', 'what', 'seen_utc', 'acknowledged_utc'],
    ...log.map((alert) => [
      iso(alert.atMs),
      alert.icao,
      alert.kind,
      textOf(alert),
      iso(alert.seenMs),
      iso(alert.acknowledgedMs),
    ]),
  ])
}
