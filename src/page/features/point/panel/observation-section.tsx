import { useQuery } from '@tanstack/react-query'
import type { LatLon } from '../../../../core/geo/geo.ts'
import { readObservation } from '../../../../core/weather/observation.ts'
import { AnswerAge } from '../../../desk/answer-age.tsx'
import { AskFailed } from '../../../desk/ask-failed.tsx'
import { useServerConnection } from '../../../live/server-connection.ts'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/panel.tsx'
import { observationAt } from '../point-queries.ts'
import { Observed } from './observed.tsx'
import { StationEntry } from './station-entry.tsx'
import { usePointWords } from './use-point-words.ts'

export function ObservationSection({ at }: { at: LatLon }) {
  const t = usePointWords()
  const connection = useServerConnection()
  const query = useQuery(observationAt(connection, at))
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
      <StationEntry />
    </Section>
  )
}
