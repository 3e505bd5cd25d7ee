import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/format.ts'
import { useStandingReport } from '../../../live/reports/use-standing-reports.ts'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/panel.tsx'
import { LatestReport, ReportBadges } from './latest-report.tsx'

/** The report at the shown moment of the past; while live, the given live content. */
export function StandingReport({ icao, live }: { icao: string; live: React.ReactNode }) {
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
