import { useTranslation } from 'react-i18next'
import { type HoldTimer, TS_WINDOW_MS } from '../../../core/airports/lightning-hold-timer.ts'
import { checkReport } from '../../../core/airports/report-check.ts'
import { useFormat } from '../../i18n/format.ts'
import { useAirport, useLatestReport } from '../../live/reports/use-reports.ts'
import { useLive } from '../../live/server-connection.ts'
import { strikesAround } from '../../live/strikes/strikes-around.ts'
import { useCamera } from '../../map/camera/camera.ts'
import { Notice } from '../../ui/notice.tsx'
import { useHighlight } from './highlight-store.ts'

/** Zoom at which the rings are distinguishable. */
const ZOOM = 9.5

/** Where the report and the strikes do not agree, with the strikes in question one click away. */
export function CheckNotice({ icao, holdTimer }: { icao: string; holdTimer: HoldTimer }) {
  const { t } = useTranslation('clock')
  const { utcTime } = useFormat()
  const { strikes } = useLive()
  const report = useLatestReport(icao)
  const airport = useAirport(icao)
  const camera = useCamera()
  const highlight = useHighlight((state) => (state.shown?.icao === icao ? state.shown : null))
  const show = useHighlight((state) => state.show)
  const check = report && checkReport(report, holdTimer)
  if (!report || !check) return null

  const detail = [
    t('check.detail', { time: utcTime(report.obsTimeMs) }),
    highlight ? t('check.shown', { shown: highlight.strikes.length, total: highlight.total }) : '',
  ].join(' ')
  const count = check.kind === 'ts-stands' ? 0 : check.count

  function reveal() {
    if (!airport || !check || check.kind === 'ts-stands') return
    const found = strikesAround(strikes.columns, airport, {
      fromKm: check.fromKm,
      toKm: check.toKm,
      sinceMs: holdTimer.nowMs - TS_WINDOW_MS,
    })
    show({ icao, ...found })
    camera.flyTo({ zoom: ZOOM, lat: airport.lat, lon: airport.lon })
  }

  const action =
    check.kind === 'ts-stands'
      ? undefined
      : highlight
        ? { label: t('check.hide'), onClick: () => show(null) }
        : { label: t('check.show'), onClick: reveal }
  return <Notice tone="warn" title={t(`check.${check.kind}`, { count })} detail={detail} action={action} />
}
