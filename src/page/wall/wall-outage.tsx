import { outageStrings } from '../desk/status/outage-strings.ts'
import { useOutage } from '../desk/status/use-outage.ts'
import { useFormat } from '../i18n/format.ts'
import { useWords } from '../i18n/use-words.ts'
import { wallStrings } from './strings.ts'
import styles from './wall.module.css'

/** A banner legible across a room: since when no data arrive, and why. */
export function WallOutage() {
  const words = useWords('outage', outageStrings)
  const own = useWords('wall', wallStrings)
  const { utcTime, age } = useFormat()
  const outage = useOutage()
  if (!outage) return null
  return (
    <div className={styles.outage} role="alert">
      <p>
        {own('silent', { since: utcTime(outage.sinceMs) })} <b>{age(outage.ageMs)}</b>
      </p>
      <p>{own('because', { why: words(`${outage.of}Title`) })}</p>
    </div>
  )
}
