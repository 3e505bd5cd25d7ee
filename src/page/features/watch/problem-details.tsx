import { useTranslation } from 'react-i18next'
import type { Problem } from '../../../contract/problems.ts'
import { RawText } from '../../ui/notice.tsx'

/** What a library says in English of problems that have no sentence of their own; nothing where all of them have one. */
export function ProblemDetails({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation('page')
  const details = problems.flatMap(({ detail }) => detail ?? [])
  return details.length > 0 ? <RawText label={t('technical')} text={details.join('\n')} /> : null
}
