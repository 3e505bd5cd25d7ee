import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/format.ts'
import { useNow } from '../live/time/use-now.ts'
import { Badge } from '../ui/badge.tsx'

export function AnswerAge({ asOfMs, stale }: { asOfMs: number; stale: boolean }) {
  const { t } = useTranslation('page')
  const { utcTime, age } = useFormat()
  const now = useNow()
  if (!stale) return <>{t('asOf', { time: utcTime(asOfMs) })}</>
  return <Badge tone="warn">{t('staleAnswer', { time: utcTime(asOfMs), age: age(now - asOfMs) })}</Badge>
}
