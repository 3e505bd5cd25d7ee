import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type BoardRow,
  countUnknown,
  isLightningLoading,
  isLightningUnread,
  troubledRows,
} from '../../../core/airports/airport-board.ts'
import { arrivesAtMs } from '../../../core/nowcast/coming.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { ageText } from '../../../core/util/format.ts'
import { airportCity, airportName, airportPlace, airportTitle } from '../../airport/airport-words.ts'
import { CategoryRing } from '../../airport/category-ring.tsx'
import { observedShareText } from '../../airport/hold-timer-words.ts'
import { LevelLines } from '../../airport/level-lines.tsx'
import { arrivalText } from '../../airport/outlook-words.ts'
import { useLevelsGlance } from '../../airport/use-levels-glance.ts'
import { addWords } from '../../i18n/add-words.ts'
import { holdTimerStrings } from '../../i18n/hold-timer-strings.ts'
import { outlookStrings } from '../../i18n/outlook-strings.ts'
import { useWords } from '../../i18n/use-words.ts'
import { useNow } from '../../live/time/use-now.ts'
import { useIsLightningStale } from '../../live/use-line-state.ts'
import { usePage } from '../../state/page-store.ts'
import type { Lang } from '../../state/view.ts'
import card from '../../ui/styles/wall-card.module.css'
import { strings } from './strings.ts'
import { Trouble } from './trouble.tsx'
import { useRowsInQuestion } from './use-board-rows.ts'
import styles from './wall-worst.module.css'

addWords('board', strings)
addWords('clock', holdTimerStrings)

/** Maximum legible at a glance; with pinned places fewer, beside those. */
const SHOWN = 4
const SHOWN_BESIDE_WATCHED = 2

/** The worst airports with their count-downs, and where lightning arrives next. */
export default function WallWorst() {
  const { t } = useTranslation('board')
  const { t: c } = useTranslation('clock')
  const lang = usePage((state) => state.lang)
  const isWatching = usePage((state) => state.watched.length > 0)
  const { rows, total } = useRowsInQuestion()
  // Pinned places are above, with their countdowns.
  const troubled = useMemo(() => troubledRows(rows).filter((row) => !row.isWatched), [rows])
  const listed = troubled.slice(0, isWatching ? SHOWN_BESIDE_WATCHED : SHOWN)
  if (total === 0) return null
  const isLoading = isLightningLoading(rows)
  const isUnread = isLightningUnread(rows)
  const first = rows[0]?.holdTimer
  const share = first && !isLoading ? observedShareText(first, c) : null
  const unknown = countUnknown(rows)
  const title = t(isWatching ? 'worst.others' : 'worst.title')
  return (
    <section
      className={`${card.card} ${styles.card}`}
      data-across
      data-calm={(listed.length === 0 && !isLoading && !share && unknown === 0) || undefined}
      aria-label={title}
    >
      <div className={card.head}>
        <h2>{title}</h2>
        {listed[0]?.holdTimer?.rings.some(({ count }) => count > 0) ? <p>{t('worst.left')}</p> : null}
      </div>
      {listed.length === 0 ? (
        <p>
          {t(isUnread ? 'worst.unread' : isLoading ? 'worst.loading' : isWatching ? 'worst.noneOther' : 'worst.none')}
        </p>
      ) : null}
      {listed.length === 0 && share ? <p>{share.text}</p> : null}
      {listed.length === 0 && unknown > 0 ? <p>{t('worst.unknown', { count: unknown })}</p> : null}
      <ol>
        {listed.map((row) => (
          <li key={row.airport.icao}>
            <div className={styles.row}>
              <Who row={row} />
              <Trouble row={row} />
              <span className={`${styles.name} ${styles.town}`}>{townOf(row, lang)}</span>
            </div>
            <Levels row={row} />
          </li>
        ))}
      </ol>
      <NextArrival rows={rows} />
    </section>
  )
}

function Levels({ row: { airport } }: { row: BoardRow }) {
  const { ladder } = useLevelsGlance(airport.icao)
  return ladder ? <LevelLines ladder={ladder} /> : null
}

/** The code of an airport with its category, or the name of a place. */
function Who({ row: { airport, category, isPlace } }: { row: BoardRow }) {
  const lang = usePage((state) => state.lang)
  return (
    <>
      {isPlace ? null : <CategoryRing category={category} />}
      <strong>{isPlace ? airportName(airport, lang) : airport.icao}</strong>
    </>
  )
}

/** The town of an airport, for users who do not know the codes. */
function townOf({ airport, isPlace }: BoardRow, lang: Lang): string {
  if (isPlace) return airportPlace(airport, lang)
  return airportCity(airport, lang) ?? airportTitle(airport, lang)
}

/** The next storm arrival, as in the airport's panel; or that it is unknown. */
function NextArrival({ rows }: { rows: readonly BoardRow[] }) {
  const { t } = useTranslation('board')
  const o = useWords('outlook', outlookStrings)
  const lang = usePage((state) => state.lang)
  const nowMs = useNow()
  const isStale = useIsLightningStale()
  const next = nextArrival(rows, nowMs)
  const { ladder } = useLevelsGlance(next?.airport.icao ?? '')
  if (rows.every(({ coming }) => coming.kind === 'unknown')) {
    return <p className={styles.unknown}>{t('worst.nextUnknown')}</p>
  }
  if (next?.coming.kind !== 'coming') return null
  const { coming } = next
  const inMs = Math.max(MINUTE_MS, arrivesAtMs(coming)! - nowMs)
  return (
    <section className={styles.next} aria-label={t('worst.next')} data-stale={isStale || undefined}>
      <h3>{t('worst.next')}</h3>
      <p className={styles.row}>
        <Who row={next} />
        <span className={styles.soon}>{t('worst.nextIn', { km: coming.km, in: ageText(inMs, lang) })}</span>
        <span className={styles.name}>
          {t('worst.nextAt', { time: arrivalText(coming, ladder?.state ?? null, o) })} · {townOf(next, lang)}
        </span>
      </p>
    </section>
  )
}

/** The earliest arrival of a storm that is not in progress. */
function nextArrival(rows: readonly BoardRow[], nowMs: number): BoardRow | undefined {
  const atMs = ({ coming }: BoardRow) => arrivesAtMs(coming) ?? Number.NEGATIVE_INFINITY
  return rows.filter((row) => atMs(row) >= nowMs + MINUTE_MS).toSorted((a, b) => atMs(a) - atMs(b))[0]
}
