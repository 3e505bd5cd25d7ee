import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type BoardRow, troubledRows } from '../../../core/airports/airport-board.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { ageText } from '../../../core/util/format.ts'
import { airportName, airportPlace } from '../../airport/airport-words.ts'
import { CategoryRing } from '../../airport/category-ring.tsx'
import { addWords } from '../../i18n/add-words.ts'
import { holdTimerStrings } from '../../i18n/hold-timer-strings.ts'
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
  const next = useMemo(() => nextArrival(all), [all])
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
      {next ? (
        <p className={styles.next}>
          {t('worst.next', { icao: next.icao, km: next.km, time: ageText(Math.max(MINUTE_MS, next.inMs), lang) })}
        </p>
      ) : null}
    </section>
  )
}

/** The ring that lightning reaches soonest, as far as the nearest strikes tell. */
function nextArrival(rows: readonly BoardRow[]): { icao: string; km: number; inMs: number } | null {
  const arrivals = rows.flatMap(({ airport, holdTimer }) => {
    const approach = holdTimer?.approach
    const [first] = approach?.kind === 'closing' ? approach.timeTo.toSorted((a, b) => a.inMs - b.inMs) : []
    return first ? [{ icao: airport.icao, km: first.km, inMs: first.inMs }] : []
  })
  return arrivals.toSorted((a, b) => a.inMs - b.inMs)[0] ?? null
}
