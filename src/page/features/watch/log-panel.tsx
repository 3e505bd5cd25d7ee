import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { fileStamp } from '../../../core/time/iso.ts'
import { alarmsCsv } from '../../../core/watch/alarm-csv.ts'
import { rowSentence } from '../../airport/alarm-words.ts'
import { Cover } from '../../desk/cover.tsx'
import { downloadCsv } from '../../desk/download.ts'
import { useFormat } from '../../i18n/format.ts'
import { ALARMS_HELD_MAX, useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { useWatchQuery } from '../../live/alarms/use-watch-query.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { Button } from '../../ui/button.tsx'
import { Loading, Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { LogFilters } from './log-filters.tsx'
import { LogList } from './log-list.tsx'
import { logRows, queryOf } from './log-rows.ts'
import { useLog } from './log-store.ts'
import { ViewChoice } from './view-choice.tsx'
import styles from './watch.module.css'

/** The log of the shift: all alarms of the server, shared by all screens. */
export default function LogPanel() {
  const { t } = useTranslation('watch')
  const { t: alarmT } = useTranslation('alarm')
  const { clock, watch } = useServerConnection()
  const lang = usePage((state) => state.lang)
  const format = useFormat()
  const { rows, isPending, isFailed, isCut } = useLogRows()
  const [hasNoDeliveries, setHasNoDeliveries] = useState(false)
  const close = () => useLog.getState().show(null)

  function save(what: 'log' | 'deliveries', text: string) {
    downloadCsv(`brontide-${what}-${fileStamp(clock.now())}.csv`, text)
  }

  const exportCsv = () =>
    save(
      'log',
      alarmsCsv(rows, (alarm: Alarm) => rowSentence(alarm, { t: alarmT, lang, format })),
    )

  /** Requested by the page: a link carries no credentials. */
  async function exportDeliveries() {
    setHasNoDeliveries(false)
    try {
      save('deliveries', await (await watch!()).deliveriesCsv())
    } catch {
      setHasNoDeliveries(true)
    }
  }

  return (
    <Cover onClose={close}>
      <div className={styles.panel}>
        <Panel title={t('title')} label={t('title')} closeLabel={t('close')} onClose={close}>
          <ViewChoice shown="log" />
          <LineNotice />
          <LogFilters />
          <div className={`${styles.buttons} ${styles.sideways}`}>
            <Button disabled={rows.length === 0} onClick={exportCsv}>
              {t('export')}
            </Button>
            <Button onClick={() => void exportDeliveries()}>{t('deliveriesCsv')}</Button>
            <Button onClick={() => print()}>{t('print')}</Button>
            <p role="status" className="faint">
              {t('shown', { count: rows.length })}
            </p>
          </div>
          {hasNoDeliveries ? <Notice tone="bad" title={t('deliveriesFailed')} /> : null}
          {isFailed ? <Notice tone="warn" title={t('failed')} detail={t('failedDetail')} /> : null}
          {isCut ? <Notice tone="info" title={t('cut', { max: ALARMS_HELD_MAX })} /> : null}
          {isPending && rows.length === 0 ? <Loading label={t('title')} lines={8} /> : <LogList rows={rows} />}
        </Panel>
      </div>
    </Cover>
  )
}

/** The stream is interrupted: this screen may be outdated, and missing rows mean nothing. */
function LineNotice() {
  const { t } = useTranslation('watch')
  const { utcDateTime } = useFormat()
  const line = useAlarmLog((state) => state.line)
  if (line.kind === 'connecting') return <Notice tone="unknown" title={t('connecting')} />
  if (line.kind !== 'broken') return null
  return <Notice tone="bad" title={t('broken', { time: utcDateTime(line.sinceMs, true) })} detail={t('brokenDetail')} />
}

/** The filtered rows of the log: those of the page, and older ones of the server. */
function useLogRows() {
  const { t } = useTranslation('alarm')
  const lang = usePage((state) => state.lang)
  const format = useFormat()
  const filter = useLog((state) => state.filter)
  const watched = usePage((state) => state.watched)
  const held = useAlarmLog((state) => state.alarms)
  const query = queryOf(filter)
  const { data, isError, isPending } = useWatchQuery(['alarms', query], (access, signal) =>
    access.alarms({ ...query, limit: String(ALARMS_HELD_MAX) }, signal),
  )
  const rows = useMemo(() => {
    const textOf = (alarm: Alarm) => rowSentence(alarm, { t, lang, format })
    return logRows({ held, asked: data ?? [] }, filter, { textOf, watched })
  }, [held, data, filter, watched, t, lang, format])
  return { rows, isPending, isFailed: isError, isCut: (data?.length ?? 0) >= ALARMS_HELD_MAX }
}
