import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fileStamp, isoOrNull } from '../../../core/time/iso.ts'
import { csvText } from '../../../core/util/csv.ts'
import { localName } from '../../../locales/local-name.ts'
import { Cover } from '../../desk/cover.tsx'
import { downloadCsv } from '../../desk/download.ts'
import { useFormat } from '../../i18n/format.ts'
import { useOpenedFields } from '../../input/use-opened-fields.ts'
import { useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { useOwnName } from '../../live/alarms/own-name.ts'
import { usePlaces } from '../../live/places/place-store.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useSettled } from '../../live/time/use-settled.ts'
import { usePage } from '../../state/page-store.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel, Section } from '../../ui/panel.tsx'
import { LOG_MAX, type LoggedAlert, useAlerts } from './alert-store.ts'
import styles from './alerts.module.css'
import { useEntryText } from './entry-text.ts'
import { useOwnLevels } from './own-levels.ts'
import { AlertSettingsSection } from './settings/alert-settings.tsx'
import { useAcknowledge } from './use-acknowledge.ts'

export default function AlertPanel() {
  const { t } = useTranslation('alerts')
  const { clock, watch } = useServerConnection()
  const textOf = useEntryText()
  const watched = usePage((state) => state.watched)
  const lang = usePage((state) => state.lang)
  const byId = usePlaces((state) => state.byId)
  const nameOf = (id: string) => {
    const place = byId.get(id)
    return place ? localName(place, lang) : id
  }
  const log = useAlerts((state) => state.log)
  const { set, see, clearAcknowledged } = useAlerts.getState()
  const { acknowledge } = useAcknowledge()
  const waiting = log.filter((each) => each.acknowledgedMs === null).map(({ id }) => id)
  // An alert that arrived just before the press was not read.
  const isSettled = useSettled(waiting[0] ?? '')
  const unseen = log.filter((each) => each.seenMs === null).map(({ id }) => id)
  const close = () => set({ open: false, trouble: null, asked: [] })

  useEffect(() => {
    if (unseen.length > 0 && document.visibilityState === 'visible') see(unseen, clock.now())
  })

  function exportCsv() {
    const text = logCsv(log, (alert) => textOf(alert).replaceAll('\u00a0', ' '))
    downloadCsv(`brontide-alerts-${fileStamp(clock.now())}.csv`, text)
  }

  return (
    <Cover onClose={close}>
      <Panel title={t('title')} label={t('title')} closeLabel={t('close')} onClose={close}>
        {watched.length === 0 ? (
          <Notice tone="unknown" title={t('notWatched')} detail={t('notWatchedDetail')} />
        ) : (
          <p>{t('watching', { names: watched.map(nameOf).join(', ') })}</p>
        )}
        <JudgeNote />
        <Section title={t('log')} note={t('logNote', { max: LOG_MAX })}>
          <WhoAcknowledges />
          <div className={styles.buttons}>
            <Button
              disabled={waiting.length === 0}
              waits={waiting.length > 0 && !isSettled}
              onClick={() => void acknowledge(waiting)}
            >
              {t('acknowledgeAll')}
            </Button>
            <Button disabled={log.length === 0} onClick={exportCsv}>
              {t('export')}
            </Button>
            <Button disabled={log.length === waiting.length} onClick={clearAcknowledged}>
              {t('clear')}
            </Button>
          </div>
          {log.length === 0 ? (
            <p className={styles.faint}>{t(watch ? 'logEmptyHere' : 'logEmpty')}</p>
          ) : (
            <Log log={log} nameOf={nameOf} />
          )}
        </Section>
        <AlertSettingsSection />
      </Panel>
    </Cover>
  )
}

function JudgeNote() {
  const { t } = useTranslation('alerts')
  const { watch } = useServerConnection()
  const { utcDateTime } = useFormat()
  const line = useAlarmLog((state) => state.line)
  const left = useOwnLevels((state) => state.left)
  if (!watch) return <p className={styles.faint}>{t('byPage')}</p>
  if (line.kind !== 'broken') {
    return (
      <>
        <p className={styles.faint}>{t('byServer')}</p>
        {left > 0 ? <Notice tone="warn" title={t('ownLeft', { count: left })} /> : null}
      </>
    )
  }
  return (
    <Notice tone="bad" title={t('unheard', { time: utcDateTime(line.sinceMs, true) })} detail={t('unheardDetail')} />
  )
}

/** The author of acknowledgements without a signed-in name, and errors. */
function WhoAcknowledges() {
  const { t } = useTranslation('alerts')
  const { rights, acknowledge } = useAcknowledge()
  const { name, setName } = useOwnName()
  const trouble = useAlerts((state) => state.trouble)
  const asked = useAlerts((state) => state.asked)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (trouble === 'name') field.current?.focus()
  }, [trouble])
  const fields = useOpenedFields<HTMLFormElement>({ takesFocus: false })
  const isAsked = rights?.name === null && rights.acknowledge === null
  const goOn = () => void acknowledge(asked)
  return (
    <div className={styles.whoAcknowledges}>
      {trouble === 'name' ? (
        <Notice
          tone="warn"
          title={t('nameNeeded')}
          action={name.trim() === '' ? undefined : { label: t('acknowledge'), onClick: goOn }}
        />
      ) : null}
      {isAsked ? (
        <form
          {...fields}
          className={`fields ${styles.who}`}
          onSubmit={(event) => {
            event.preventDefault()
            if (asked.length > 0) goOn()
          }}
        >
          <input
            ref={field}
            aria-label={t('name')}
            placeholder={t('name')}
            maxLength={60}
            autoComplete="name"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <span className={styles.faint}>{t('nameNote')}</span>
        </form>
      ) : null}
      {rights?.acknowledge ? <p className={styles.faint}>{t('mayNot')}</p> : null}
      {trouble === 'failed' ? <Notice tone="bad" title={t('notTaken')} detail={t('notTakenDetail')} /> : null}
    </div>
  )
}

function Log({ log, nameOf }: { log: readonly LoggedAlert[]; nameOf(id: string): string }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const textOf = useEntryText()
  const { acknowledge, isShared } = useAcknowledge()
  const sending = useAlerts((state) => state.sending)
  const wordOf = ({ id, isOfPage }: LoggedAlert, isTheServers: boolean) => {
    if (sending.includes(id)) return t('sending')
    return t(isTheServers || isOfPage ? 'acknowledge' : 'setAside')
  }
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
              <td>{alert.icao === null ? t('all') : nameOf(alert.icao)}</td>
              <td>{textOf(alert)}</td>
              <td>{alert.seenMs === null ? t('notYet') : format.utcDateTime(alert.seenMs, true)}</td>
              <td>
                {alert.acknowledgedMs === null ? (
                  <Button onClick={() => void acknowledge([alert.id])}>{wordOf(alert, isShared(alert))}</Button>
                ) : (
                  [alert.alarm.acknowledged?.by, format.utcDateTime(alert.acknowledgedMs, true)]
                    .filter(Boolean)
                    .join(', ')
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
  return csvText([
    ['raised_utc', 'airport', 'kind', 'what', 'seen_utc', 'acknowledged_utc', 'acknowledged_by'],
    ...log.map((alert) => [
      isoOrNull(alert.atMs),
      alert.icao,
      alert.alarm.step ?? alert.alarm.stage,
      textOf(alert),
      isoOrNull(alert.seenMs),
      isoOrNull(alert.acknowledgedMs),
      alert.alarm.acknowledged?.by ?? null,
    ]),
  ])
}
