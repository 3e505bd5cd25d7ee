import { useTranslation } from 'react-i18next'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { useOutage } from './use-outage.ts'

addWords(import.meta.glob('../../../locales/*/{keyboard,outage}.json', { eager: true, import: 'default' }))

/** A banner across the map while no data arrive: since when, and which data the map shows. */
export function Outage() {
  const { t: words } = useTranslation('outage')
  const { t: spoken } = useTranslation('keyboard')
  const { utcTime, age } = useFormat()
  const outage = useOutage()
  if (!outage) return null
  const since = utcTime(outage.sinceMs, true)
  const isSource = outage.of === 'source'
  // Read aloud once; only the eye follows the seconds.
  const detail = (
    <>
      <span className="visually-hidden">{spoken(isSource ? 'silentSince' : 'brokenSince', { since })}</span>
      <span aria-hidden="true">
        {words(isSource ? 'sourceDetail' : 'lineDetail', { since, age: age(outage.ageMs) })}
      </span>
    </>
  )
  return <Notice tone="bad" title={words(`${outage.of}Title`)} detail={detail} />
}
