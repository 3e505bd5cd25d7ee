import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import type { ReportStore } from '../../live/reports/report-store.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { type Camera, useCamera } from '../../map/camera/camera.ts'
import { usePage } from '../../state/page-store.ts'
import { Button } from '../../ui/button.tsx'
import { useAlerts } from './alert-store.ts'
import { alertText } from './alert-words.ts'
import styles from './alerts.module.css'
import { strings } from './strings.ts'
import { useWaiting } from './use-waiting.ts'

addWords('alerts', strings)

const ZOOM = 8

/** The newest alert until it is acknowledged, off the map; the others one key away. */
export default function AlertStrip() {
  const { t } = useTranslation('alerts')
  const { clock, live } = useServerConnection()
  const format = useFormat()
  const camera = useCamera()
  const waiting = useWaiting()
  const acknowledge = useAlerts((state) => state.acknowledge)
  const set = useAlerts((state) => state.set)
  useSeen(waiting[0]?.id)
  const [newest] = waiting
  return (
    <section className={styles.strip} aria-label={t('region')} aria-live="polite" data-empty={!newest || undefined}>
      {newest ? (
        <>
          <button
            type="button"
            className={styles.newest}
            data-kind={newest.kind}
            onClick={() => show(newest.icao, live.reports, camera)}
          >
            <time className={styles.time}>{format.utcTime(newest.atMs, true)}</time>{' '}
            <strong>{newest.icao ?? t('all')}</strong> <span>{alertText(newest, t, format)}</span>
          </button>
          {waiting.length > 1 ? (
            <Button onClick={() => set({ open: true })}>{t('more', { count: waiting.length - 1 })}</Button>
          ) : null}
          <Button onClick={() => acknowledge([newest.id], clock.now())}>{t('acknowledge')}</Button>
        </>
      ) : null}
    </section>
  )
}

function show(icao: string | null, reports: Pick<ReportStore, 'airport'>, camera: Camera): void {
  const airport = icao === null ? undefined : reports.airport(icao)
  if (!airport) return
  usePage.getState().select({ kind: 'airport', id: airport.icao })
  camera.flyTo({ zoom: ZOOM, lat: airport.lat, lon: airport.lon })
}

/** What stands on a screen that is in front was seen. */
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
