import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LevelState } from '../../contract/watch/place-states.ts'
import { clockText } from '../../core/util/format.ts'
import { localName } from '../../locales/local-name.ts'
import { useFormat } from '../i18n/format.ts'
import { usePage } from '../state/page-store.ts'
import card from '../ui/styles/wall-card.module.css'
import { endClock, isOfRing } from './level-words.ts'
import { type LadderGlance, type LevelsGlance, useLevelsGlance } from './use-levels-glance.ts'
import styles from './wall-row.module.css'

/** In a narrow card a wider town name goes to another line; next to a long value earlier. */
const TOWN_EM = 4.4
const TOWN_BESIDE_LONG_EM = 2.8
const LONG_VALUE_CHARS = 6
/** In a column whose type is smaller, to keep all of its rows. */
const TOWN_SMALLER_EM = 5.4
const TOWN_SMALLER_BESIDE_LONG_EM = 4.5
/** Of a Latin letter in the widest of the faces, DejaVu Sans. */
const LATIN_EM = 0.64

interface WallRowProps {
  /** Before the name: a level's ring, or the mark of a category. */
  mark: ReactNode
  /** The code of an airport, or the name of a place. */
  name: string
  isPlace: boolean
  town: string
  /** The earliest end, or the problem. */
  value: string
  tone?: LevelsGlance['tone'] | undefined
  /** Lines below: names of levels, work stops. */
  children?: ReactNode
}

/** An airport or place on a wall, legible from 5 m. No name is cut: a long one takes another line. */
export function WallRow({ mark, name, isPlace, town, value, tone, children }: WallRowProps) {
  const [townEm, smallerEm] =
    value.length < LONG_VALUE_CHARS
      ? [TOWN_EM, TOWN_SMALLER_EM]
      : [TOWN_BESIDE_LONG_EM, value.length > LONG_VALUE_CHARS ? 0 : TOWN_SMALLER_BESIDE_LONG_EM]
  const em = widthEm(town)
  return (
    <>
      <div className={styles.row} data-long={em <= townEm ? undefined : em <= smallerEm ? 'unless-smaller' : 'always'}>
        {mark}
        <strong className={isPlace ? styles.placeName : undefined}>{name}</strong>{' '}
        <span className={styles.town}>{town}</span>{' '}
        <span className={styles.value} data-tone={tone}>
          {value}
        </span>
      </div>
      {children}
    </>
  )
}

/** About how wide a text is, in units of its type. */
function widthEm(text: string): number {
  return [...text].reduce((sum, char) => sum + (/\p{Script=Han}/u.test(char) ? 1 : LATIN_EM), 0)
}

export function RingMark({ km, tone, label }: { km: number; tone: LevelsGlance['tone']; label: string }) {
  return (
    <span className={styles.ring} data-tone={tone}>
      <span aria-hidden="true">{km}</span>
      <span className="visually-hidden">{label} </span>
    </span>
  )
}

/** Title of a card, with the time zone of its times, and their meaning if the first place has an end. */
export function WallCardHead({
  title,
  first = '',
  hasTimes,
}: {
  title: string
  first: string | undefined
  hasTimes: boolean
}) {
  const { t: own } = useTranslation('wall')
  const { zoneName } = useFormat()
  const { ladder } = useLevelsGlance(first)
  return (
    <div className={card.head}>
      <h2>{title}</h2>
      {hasTimes ? <p>{own(endingLevel(ladder) ? 'notBefore' : 'times', { zone: zoneName })}</p> : null}
    </div>
  )
}

/** The headline level of a ladder: on with an end, or null. */
export function endingLevel(ladder: LadderGlance | null): LevelState | null {
  const level = ladder?.state.levels.find(({ id }) => id === ladder.state.level)
  return level?.state === 'on' && level.end !== null ? level : null
}

/** The ring of a level that is on, and its earliest end in the time zone of the screen. */
export function useEndingLevel({ ladder, tone }: LevelsGlance): { mark: ReactNode; value: string } | null {
  const { zone } = useFormat()
  const level = endingLevel(ladder)
  if (!level || !ladder) return null
  const { t } = ladder.teller
  const mark = level.km === null ? null : <RingMark km={level.km} tone={tone} label={t('ringName', { km: level.km })} />
  return { mark, value: endClock(level, zone) ?? '' }
}

/** Below a row: the name of a custom level, whether the page evaluates it, and recorded work stops. */
export function LevelNotes({ ladder }: { ladder: LadderGlance | null }) {
  const lang = usePage((state) => state.lang)
  const { zone } = useFormat()
  if (!ladder) return null
  const { state, teller, isOfPage } = ladder
  const clock = (utc: string) => clockText(Date.parse(utc), zone)
  const level = endingLevel(ladder)
  const name = level ? localName(level, lang) : ''
  const isRing = level !== null && isOfRing(level)
  if ((name === '' || isRing) && state.stops.length === 0 && !isOfPage) return null
  return (
    <p className={styles.notes}>
      {name === '' || isRing ? null : <span>{name}</span>}
      {isOfPage ? <span>{teller.t('byPage')}</span> : null}
      {state.stops.map(({ id, work, by, at, earliestResume }) => (
        <strong key={id}>
          {earliestResume === null
            ? teller.t('stopWall', { work, by, time: clock(at) })
            : teller.t('stopWallUntil', { work, by, time: clock(at), resume: clock(earliestResume) })}
        </strong>
      ))}
    </p>
  )
}
