import { clockText } from '../../core/util/format.ts'
import styles from './level-lines.module.css'
import { endText } from './level-words.ts'
import type { LadderGlance } from './use-levels-glance.ts'

/** On a wall, under the headline of a ladder: its earliest end, whether the page evaluates it, and recorded work stops. */
export function LevelLines({ ladder: { state, teller, isOfPage } }: { ladder: LadderGlance }) {
  const { levels, level, ladder, stops } = state
  const headline = levels.find(({ id }) => id === level)
  const end = headline?.state === 'on' && headline.end !== null ? endText(headline, ladder, false, teller) : ''
  if (end === '' && stops.length === 0 && !isOfPage) return null
  return (
    <p className={styles.lines}>
      {end === '' ? null : <span>{end}</span>}
      {isOfPage ? <span>{teller.t('byPage')}</span> : null}
      {stops.map(({ id, work, by, at }) => (
        <strong key={id}>{teller.t('stopWall', { work, by, time: clockText(Date.parse(at), 'UTC') })}</strong>
      ))}
    </p>
  )
}
