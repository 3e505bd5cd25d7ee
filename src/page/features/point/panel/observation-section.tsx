import { useQuery } from '@tanstack/react-query'
import type { LatLon } from '../../core/geo.ts'
import { readObservation } from '../../core/observation.ts'
import { AnswerAge } from '../../shell/answer-age.tsx'
import { AskFailed } from '../../shell/ask-failed.tsx'
import { useContract } from '../../shell/contract-context.ts'
import { Loading, Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/panel.tsx'
import { Observed } from './observed.tsx'
import { observationAt } from './point-queries.ts'
import { StationEntry } from './station-entry.tsx'
import { usePointWords } from './use-point-words.ts'

export function ObservationSection({ at }: { at: LatLon }) {
  const t = usePointWords()
  const contract = useContract()
  const query = useQuery(observationAt(contract, at))
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
