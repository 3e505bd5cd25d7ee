import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Airport } from '../../../../core/airports/airport.ts'
import { positionText } from '../../../../core/util/format.ts'
import { airportName, airportOtherName, airportPlace } from '../../../airport/airport-words.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { quantityText, useFormat } from '../../../i18n/format.ts'
import { AirportSections } from '../../../live/desk-slot.tsx'
import type { PanelProps } from '../../../live/overlay.ts'
import { PartBoundary } from '../../../live/part-boundary.tsx'
import { useAirport, useNilSince } from '../../../live/reports/use-reports.ts'
import { useStandingReport } from '../../../live/reports/use-standing-reports.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useReportLine } from '../../../live/use-line-state.ts'
import { useFocusFromUrl } from '../../../map/camera/use-focus-from-url.ts'
import { usePage } from '../../../state/page-store.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { Panel, Section } from '../../../ui/panel.tsx'
import { partOnDemand } from '../../../ui/part/lazy-part.ts'
import { latencyQuery } from '../airport-queries.ts'
import { useAirportHistory } from '../history/use-airport-history.ts'
import { ZOOM_TO_AIRPORT } from '../layer/airport-zoom.ts'
import { stateText } from '../row/row-words.ts'
import styles from './airport-panel.module.css'
import reportStyles from './latest-report.module.css'
import { LatestReport, ReportBadges } from './latest-report.tsx'

addWords(import.meta.glob('../../../../locales/*/airports.json', { eager: true, import: 'default' }))

/** The report is the main content: charts and table load after it. */
const ReportHistory = partOnDemand(() => import('../history/report-history.tsx'))

/** An airport: its latest report, raw and decoded, and the last 24 h. */
export default function AirportPanel({ id, onClose }: PanelProps) {
  const { t } = useTranslation('airports')
  const { t: page } = useTranslation('page')
  const lang = usePage((state) => state.lang)
  const icao = id.toUpperCase()
  const airport = useAirport(icao)
  useFocusFromUrl(airport, ZOOM_TO_AIRPORT)
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
          <Section title={t('panel.latest')} note={latest ? <ReportBadges report={latest} /> : null}>
            <Nil icao={icao} />
            {latest ? <LatestReport report={latest} /> : <NoReport icao={icao} asking={history.kind === 'loading'} />}
            <FeedDelay icao={icao} />
          </Section>
        }
      />
      <AirportSections icao={icao} place="AirportFoot" />
      <PartBoundary loading={<Loading label={t('panel.loadingHistory')} lines={16} />}>
        <ReportHistory icao={icao} endMs={endMs} />
      </PartBoundary>
      <p className={styles.caution}>{page('notice')}</p>
    </Panel>
  )
}

function Whereabouts({ airport }: { airport: Airport }) {
  const { t } = useTranslation('airports')
  const { height } = useFormat()
  const lang = usePage((state) => state.lang)
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
  const { bothTimes } = useFormat()
  const nilMs = useNilSince(icao)
  if (nilMs === null) return null
  const detail = t('panel.nilDetail', { time: bothTimes(nilMs) })
  return <Notice tone="warn" title={t('panel.nil')} detail={detail} />
}

function NoReport({ icao, asking }: { icao: string; asking: boolean }) {
  const { t } = useTranslation('airports')
  const { utcTime } = useFormat()
  const { live } = useServerConnection()
  const line = useReportLine()
  // An empty block would look like an error: states why there is no report.
  if (line.kind === 'source-down' || line.kind === 'down') {
    const since = utcTime(line.sinceMs)
    return <Notice tone="warn" title={t('panel.loading')} detail={stateText(line, since, t)} />
  }
  if (asking || line.kind === 'connecting') {
    return <Loading label={t('panel.loading')} lines={4} />
  }
  const unlisted = live.reports.listState().kind === 'ready' && !live.reports.airport(icao)
  return (
    <Notice
      tone="unknown"
      title={unlisted ? t('panel.unlisted', { icao }) : t('panel.noReport')}
      detail={t('panel.noReportDetail')}
    />
  )
}

/** How long this airport's reports take to arrive, where the service knows. */
function FeedDelay({ icao }: { icao: string }) {
  const { t } = useTranslation('airports')
  const { api } = useServerConnection()
  const { age } = useFormat()
  const { data } = useQuery(latencyQuery(api, icao))
  const seconds = data?.avg_latency_seconds
  if (seconds == null || !data?.sample_count) return null
  return (
    <p className={reportStyles.delay}>{t('panel.delay', { delay: age(seconds * 1_000), count: data.sample_count })}</p>
  )
}

/** The report at the shown moment of the past; while live, the given live content. */
function StandingReport({ icao, live }: { icao: string; live: React.ReactNode }) {
  const { t } = useTranslation('airports')
  const { bothTimes } = useFormat()
  const standing = useStandingReport(icao)
  if (!standing) return live
  const { atMs, report, isReady } = standing
  const title = t('panel.standing', { time: bothTimes(atMs) })
  return (
    <Section title={title} note={report ? <ReportBadges report={report} /> : null}>
      {report ? (
        <LatestReport report={report} />
      ) : isReady ? (
        <Notice tone="unknown" title={t('panel.standingNone')} />
      ) : (
        <Loading label={t('panel.loading')} lines={4} />
      )}
    </Section>
  )
}
