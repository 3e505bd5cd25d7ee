import { useTranslation } from 'react-i18next'
import { useOutage } from '../desk/status/use-outage.ts'
import { addWords } from '../i18n/add-words.ts'
import { useFormat } from '../i18n/format.ts'
import styles from './wall.module.css'

addWords(import.meta.glob('../../locales/*/{outage,wall}.json', { eager: true, import: 'default' }))

/** A banner legible across a room: since when no data arrive, and why. */
export function WallOutage() {
  const { t: words } = useTranslation('outage')
  const { t: own } = useTranslation('wall')
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
