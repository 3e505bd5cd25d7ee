import { useQuery } from '@tanstack/react-query'
import type { LatLon } from '../../../../core/geo/geo.ts'
import { readObservation, type SurfaceReport } from '../../../../core/weather/observation.ts'
import { AnswerAge } from '../../../desk/answer-age.tsx'
import { AskFailed } from '../../../desk/ask-failed.tsx'
import { quantityText, useFormat } from '../../../i18n/format.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/panel.tsx'
import { observationAt } from '../point-queries.ts'
import { Observed } from './observed.tsx'
import { usePointWords } from './use-point-words.ts'

/** A station farther away may have other weather: the heading then has its distance. */
const FAR_KM = 30

export function ObservationSection({ at }: { at: LatLon }) {
  const t = usePointWords()
  const format = useFormat()
  const connection = useServerConnection()
  const query = useQuery(observationAt(connection, at))
  const answer = query.data
  const report = answer?.kind === 'data' ? readObservation(answer.data, at, answer.asOfMs) : null
  function titleOf(report: SurfaceReport | null): string {
    if (!report || report.bearingDeg === null || (report.distanceKm ?? 0) < FAR_KM) return t('observation')
    return t('observationFar', {
      distance: quantityText(format.distance(report.distanceKm)),
      direction: format.compass(report.bearingDeg),
    })
  }

  return (
    <Section
      title={titleOf(report)}
      note={answer?.kind === 'data' ? <AnswerAge asOfMs={answer.asOfMs} stale={answer.stale} /> : null}
    >
      {query.isPending ? <Loading label={t('loading')} lines={6} /> : null}
      {query.isError ? <AskFailed error={query.error} onRetry={() => void query.refetch()} /> : null}
      {answer?.kind === 'none' ? <Notice title={t('noObservation')} /> : null}
      {report ? <Observed report={report} /> : null}
    </Section>
  )
}
