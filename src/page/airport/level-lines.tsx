import { clockText } from '../../core/util/format.ts'
import styles from './level-lines.module.css'
import { endText } from './level-words.ts'
import type { LadderGlance } from './use-levels-glance.ts'

/** On a wall, under the headline of a ladder: its earliest end, and which work a person has stopped. */
export function LevelLines({ ladder: { state, teller } }: { ladder: LadderGlance }) {
  const { levels, level, ladder, stops } = state
  const headline = levels.find(({ id }) => id === level)
  const end = headline?.state === 'on' && headline.end !== null ? endText(headline, ladder, false, teller) : ''
  if (end === '' && stops.length === 0) return null
  return (
    <p className={styles.lines}>
      {end === '' ? null : <span>{end}</span>}
      {stops.map(({ id, work, by, at }) => (
        <strong key={id}>{teller.t('stopWall', { work, by, time: clockText(Date.parse(at), 'UTC') })}</strong>
      ))}
    </p>
  )
}
