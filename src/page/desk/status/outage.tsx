import { useFormat } from '../../i18n/format.ts'
import { keyboardStrings } from '../../i18n/keyboard-strings.ts'
import { useWords } from '../../i18n/use-words.ts'
import { Notice } from '../../ui/notice.tsx'
import { outageStrings } from './outage-strings.ts'
import { useOutage } from './use-outage.ts'

/** A banner across the map while no data arrive: since when, and which data the map shows. */
export function Outage() {
  const words = useWords('outage', outageStrings)
  const spoken = useWords('keyboard', keyboardStrings)
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
