import { useTranslation } from 'react-i18next'
import type { Problem } from '../../../contract/problems.ts'
import { RawText } from '../../ui/notice.tsx'

/** English messages of a library for problems without a translated sentence; renders nothing without any. */
export function ProblemDetails({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation('page')
  const details = problems.flatMap(({ detail }) => detail ?? [])
  return details.length > 0 ? <RawText label={t('technical')} text={details.join('\n')} /> : null
}
