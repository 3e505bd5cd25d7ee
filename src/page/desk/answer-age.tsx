import { useTranslation } from 'react-i18next'
import { Badge } from '../ui/badge.tsx'
import { useFormat } from './format.ts'
import { useNow } from './use-now.ts'

/** When an answer was made; a mark on one that is past its time. */
export function AnswerAge({ asOfMs, stale }: { asOfMs: number; stale: boolean }) {
  const { t } = useTranslation('shell')
  const { utcTime, age } = useFormat()
  const now = useNow()
  if (!stale) return <>{t('asOf', { time: utcTime(asOfMs) })}</>
  return <Badge tone="warn">{t('staleAnswer', { time: utcTime(asOfMs), age: age(now - asOfMs) })}</Badge>
}
