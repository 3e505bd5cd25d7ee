import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type BoardRow, troubledRows } from '../../../core/airports/airport-board.ts'
import { arrivesAtMs } from '../../../core/nowcast/coming.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { ageText } from '../../../core/util/format.ts'
import { airportName, airportPlace } from '../../airport/airport-words.ts'
import { CategoryRing } from '../../airport/category-ring.tsx'
import { arrivalText } from '../../airport/outlook-words.ts'
import { addWords } from '../../i18n/add-words.ts'
import { holdTimerStrings } from '../../i18n/hold-timer-strings.ts'
import { outlookStrings } from '../../i18n/outlook-strings.ts'
import { useWords } from '../../i18n/use-words.ts'
import { useNow } from '../../live/time/use-now.ts'
import { usePage } from '../../state/page-store.ts'
import { strings } from './strings.ts'
import { Trouble } from './trouble.tsx'
import { useAllRows } from './use-board-rows.ts'
import styles from './wall-worst.module.css'

addWords('board', strings)
addWords('clock', holdTimerStrings)

/** So many are read at a glance; where somebody chose what to watch, fewer beside those. */
const SHOWN = 4
const SHOWN_BESIDE_WATCHED = 2

/** Who must act, and until when: the worst airports with their count-downs, and where lightning arrives next. */
export default function WallWorst() {
  const { t } = useTranslation('board')
  const lang = usePage((state) => state.lang)
  const isWatching = usePage((state) => state.watched.length > 0)
  const all = useAllRows()
  const troubled = useMemo(() => troubledRows(all), [all])
  const listed = troubled.slice(0, isWatching ? SHOWN_BESIDE_WATCHED : SHOWN)
  if (all.length === 0) return null
  return (
    <section className={styles.card} aria-label={t('worst.title')}>
      <h2 className={styles.title}>{t('worst.title')}</h2>
      {listed.length === 0 ? <p>{t('worst.none')}</p> : null}
      <ol>
        {listed.map((row) => (
          <li key={row.airport.icao} className={styles.row}>
            {row.isPlace ? null : <CategoryRing category={row.category} />}
            <strong>{row.isPlace ? airportName(row.airport, lang) : row.airport.icao}</strong>
            <Trouble row={row} />
            <span className={styles.name}>
              {row.isPlace
                ? airportPlace(row.airport, lang)
                : ((lang === 'zh' ? row.airport.city : row.airport.cityEn) ?? airportName(row.airport, lang))}
            </span>
          </li>
        ))}
      </ol>
      <NextArrival rows={all} />
    </section>
  )
}

/** Where a storm arrives next, as the panel of that airport tells it; or that it is not known. */
function NextArrival({ rows }: { rows: readonly BoardRow[] }) {
  const { t } = useTranslation('board')
  const o = useWords('outlook', outlookStrings)
  const lang = usePage((state) => state.lang)
  const nowMs = useNow()
  if (rows.every(({ coming }) => coming.kind === 'unknown')) {
    return <p className={styles.unknown}>{t('worst.nextUnknown')}</p>
  }
  const next = nextArrival(rows, nowMs)
  if (next?.coming.kind !== 'coming') return null
  const { airport, isPlace, coming } = next
  return (
    <p className={styles.next}>
      {t('worst.next', {
        place: isPlace ? airportName(airport, lang) : airport.icao,
        km: coming.km,
        time: arrivalText(coming.arrival, nowMs, o),
        in: ageText(Math.max(MINUTE_MS, arrivesAtMs(coming)! - nowMs), lang),
      })}
    </p>
  )
}

/** Of those where a storm is not there yet, the one that it reaches soonest. */
function nextArrival(rows: readonly BoardRow[], nowMs: number): BoardRow | undefined {
  const atMs = ({ coming }: BoardRow) => arrivesAtMs(coming) ?? Number.NEGATIVE_INFINITY
  return rows.filter((row) => atMs(row) >= nowMs + MINUTE_MS).toSorted((a, b) => atMs(a) - atMs(b))[0]
}
