import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { LatLon } from '../../core/geo.ts'
import { readObservation, type SurfaceReport } from '../../core/observation.ts'
import { AnswerAge } from '../../shell/answer-age.tsx'
import { AskFailed } from '../../shell/ask-failed.tsx'
import { useContract } from '../../shell/contract-context.ts'
import { quantityText, useFormat } from '../../shell/format.ts'
import { useNow } from '../../shell/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Loading, Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/panel.tsx'
import { Stat, StatGrid } from '../../ui/stat.tsx'
import styles from './point-panel.module.css'
import { observationAt } from './point-queries.ts'

const OVERDUE_MS = 75 * 60_000

export function ObservationSection({ at }: { at: LatLon }) {
  const { t } = useTranslation('point')
  const { api } = useContract()
  const query = useQuery(observationAt(api, at))
  const answer = query.data
  return (
    <Section
      title={t('observation')}
      note={answer?.kind === 'data' ? <AnswerAge asOfMs={answer.asOfMs} stale={answer.stale} /> : null}
    >
      {query.isPending ? <Loading label={t('loading')} lines={6} /> : null}
      {query.isError ? <AskFailed error={query.error} onRetry={() => void query.refetch()} /> : null}
      {answer?.kind === 'none' ? <Notice title={t('noObservation')} /> : null}
      {answer?.kind === 'data' ? <Observed report={readObservation(answer.data, at)} /> : null}
    </Section>
  )
}

function Observed({ report }: { report: SurfaceReport }) {
  const { t } = useTranslation('point')
  const format = useFormat()
  const now = useNow()
  const { rainHour, windDirectionDeg, publishedAtMs } = report
  const feelsLike = report.feelsLikeC === null ? null : quantityText(format.temperature(report.feelsLikeC))
  return (
    <>
      <StatGrid>
        <Stat
          label={t('temperature')}
          {...format.temperature(report.temperatureC)}
          note={feelsLike && t('feelsLike', { value: feelsLike })}
        />
        <Stat
          label={t('wind')}
          {...format.windSpeed(report.windSpeedMps)}
          note={
            windDirectionDeg === null
              ? null
              : t('windFrom', { direction: format.compass(windDirectionDeg), degrees: Math.round(windDirectionDeg) })
          }
        />
        <Stat
          label={t('rain')}
          {...format.rain(report.rainMm)}
          note={
            rainHour &&
            t('rainHour', { from: format.zoneTime(rainHour.fromMs).slice(0, 5), to: format.zoneTime(rainHour.toMs) })
          }
        />
        <Stat label={t('humidity')} {...format.percent(report.humidityPercent)} />
        <Stat label={t('pressure')} {...format.pressure(report.pressureHpa)} />
      </StatGrid>
      <p className={styles.source}>
        {report.distanceKm === null || report.bearingDeg === null
          ? t('stationUnknown')
          : t('station', {
              distance: quantityText(format.distance(report.distanceKm)),
              direction: format.compass(report.bearingDeg),
            })}
        {report.stationName ? ` (${report.stationName})` : ''}
      </p>
      {publishedAtMs === null ? null : (
        <p className={styles.source}>
          {t('observedAt', { time: format.utcTime(publishedAtMs), age: format.age(now - publishedAtMs) })}{' '}
          {now - publishedAtMs > OVERDUE_MS ? <Badge tone="warn">{t('overdue')}</Badge> : null}
        </p>
      )}
    </>
  )
}
