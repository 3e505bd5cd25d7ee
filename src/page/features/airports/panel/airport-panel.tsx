import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Airport } from '../../core/airport.ts'
import { positionText } from '../../core/format.ts'
import { airportName, airportOtherName, airportPlace } from '../../shell/airport-words.ts'
import { useContract } from '../../shell/contract-context.ts'
import { AirportSections } from '../../shell/desk-slot.tsx'
import { quantityText, useFormat } from '../../shell/format.ts'
import type { PanelProps } from '../../shell/overlay.ts'
import { reportStore } from '../../shell/report-store.ts'
import { useShell } from '../../shell/shell-store.ts'
import { useFeedStatus } from '../../shell/use-feed-status.ts'
import { useLookFor } from '../../shell/use-look-for.ts'
import { useAirport, useNilSince } from '../../shell/use-reports.ts'
import { Facts } from '../../ui/facts.tsx'
import { Loading, Notice } from '../../ui/notice.tsx'
import { Panel, Section } from '../../ui/panel.tsx'
import { ZOOM_TO_AIRPORT } from './airport-zoom.ts'
import { FeedDelay } from './feed-delay.tsx'
import { LatestReport } from './latest-report.tsx'
import { stateText } from './row-words.ts'
import { StandingReport } from './standing-report.tsx'
import { useAirportHistory } from './use-airport-history.ts'

/** The report is what somebody came for: charts and table load behind it. */
const ReportHistory = lazy(() => import('./report-history.tsx'))

/** An airport: its latest report, raw and decoded, and the last 24 h. */
export default function AirportPanel({ id, onClose }: PanelProps) {
  const { t } = useTranslation('airports')
  const lang = useShell((state) => state.lang)
  const icao = id.toUpperCase()
  const airport = useAirport(icao)
  useLookFor({ kind: 'airport', id }, airport, ZOOM_TO_AIRPORT)
  const { latest, endMs, history } = useAirportHistory(icao)
  return (
    <Panel
      title={airport ? `${icao} ${airportName(airport, lang)}` : icao}
      subtitle={airport ? <Whereabouts airport={airport} /> : null}
      label={t('panel.label', { icao })}
      closeLabel={t('panel.close')}
      onClose={onClose}
    >
      <AirportSections icao={icao} />
      <StandingReport
        icao={icao}
        live={
          <Section title={t('panel.latest')}>
            <Nil icao={icao} />
            {latest ? <LatestReport report={latest} /> : <NoReport icao={icao} asking={history.kind === 'loading'} />}
            <FeedDelay icao={icao} />
          </Section>
        }
      />
      <Suspense fallback={<Loading label={t('panel.loadingHistory')} lines={16} />}>
        <ReportHistory icao={icao} endMs={endMs} />
      </Suspense>
    </Panel>
  )
}

function Whereabouts({ airport }: { airport: Airport }) {
  const { t } = useTranslation('airports')
  const { height } = useFormat()
  const lang = useShell((state) => state.lang)
  const elevation =
    airport.elevationM === null ? null : t('panel.elevation', { height: quantityText(height(airport.elevationM)) })
  const facts = [
    airportOtherName(airport, lang),
    airport.iata,
    airportPlace(airport, lang),
    positionText(airport.lat, airport.lon),
    elevation,
  ]
  return <Facts facts={facts} />
}

function Nil({ icao }: { icao: string }) {
  const { t } = useTranslation('airports')
  const { utcTime, zoneTime } = useFormat()
  const nilMs = useNilSince(icao)
  if (nilMs === null) return null
  const detail = t('panel.nilDetail', { utc: utcTime(nilMs), zone: zoneTime(nilMs) })
  return <Notice tone="warn" title={t('panel.nil')} detail={detail} />
}

function NoReport({ icao, asking }: { icao: string; asking: boolean }) {
  const { t } = useTranslation('airports')
  const { utcTime } = useFormat()
  const status = useFeedStatus(useContract().reports)
  // An empty block would look like a page that hangs: what keeps the report away is said.
  if (status.state === 'source-down' || status.state === 'down') {
    const since = utcTime(status.sinceMs)
    return <Notice tone="warn" title={t('panel.loading')} detail={stateText(status, since, t)} />
  }
  if (asking || (status.state === 'connecting' && status.lastDataMs === null)) {
    return <Loading label={t('panel.loading')} lines={4} />
  }
  const unlisted = reportStore.listState().kind === 'ready' && !reportStore.airport(icao)
  return (
    <Notice
      tone="unknown"
      title={unlisted ? t('panel.unlisted', { icao }) : t('panel.noReport')}
      detail={t('panel.noReportDetail')}
    />
  )
}
