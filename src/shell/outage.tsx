import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/notice.tsx'
import { useFormat } from './format.ts'
import { useOutage } from './use-outage.ts'

/** Says across the map that nothing arrives, since when, and what the map then shows. */
export function Outage() {
  const { t } = useTranslation('shell')
  const { utcTime, age } = useFormat()
  const outage = useOutage()
  if (!outage) return null
  const words = { since: utcTime(outage.sinceMs, true), age: age(outage.ageMs) }
  const detail = outage.of === 'source' ? 'outage.sourceDetail' : 'outage.lineDetail'
  return <Notice tone="bad" title={t(`outage.${outage.of}Title`)} detail={t(detail, words)} />
}
