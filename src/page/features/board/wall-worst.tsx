import type { TFunction } from 'i18next'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countUnknown, isLightningLoading, isLightningUnread, worstRows } from '../../../core/airports/airport-board.ts'
import type { BoardRow } from '../../../core/airports/board-row.ts'
import { shortTown } from '../../../core/airports/town-names.ts'
import { hasThunderstorm } from '../../../core/metar/report.ts'
import { arrivesAtMs, isComingSoon, urgencyAt } from '../../../core/nowcast/coming.ts'
import { MINUTE_MS, wholeMinute } from '../../../core/time/durations.ts'
import { clockText } from '../../../core/util/format.ts'
import { airportName } from '../../airport/airport-words.ts'
import { CategoryRing } from '../../airport/category-ring.tsx'
import { observedShareText } from '../../airport/hold-timer-words.ts'
import { comingText, percentText } from '../../airport/outlook-words.ts'
import { type LadderGlance, type LevelsGlance, useLevelsGlance } from '../../airport/use-levels-glance.ts'
import { LevelNotes, RingMark, useEndingLevel, WallCardHead, WallRow } from '../../airport/wall-row.tsx'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { useNowcast } from '../../live/nowcast/use-nowcast.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useOfNow } from '../../live/time/use-now.ts'
import { useIsLightningStale } from '../../live/use-line-state.ts'
import { usePage } from '../../state/page-store.ts'
import { useNamedPlaces } from '../../state/wall-places.ts'
import card from '../../ui/styles/wall-card.module.css'
import { checkText } from './board-cells.tsx'
import { useWeatherText } from './trouble.tsx'
import { useRowsInQuestion } from './use-board-rows.ts'
import styles from './wall-worst.module.css'
import { worstCountText } from './worst-count.ts'

addWords(import.meta.glob('../../../locales/*/{clock,board,outlook,wall}.json', { eager: true, import: 'default' }))

/** Maximum legible at a glance; with pinned places fewer, beside those. */
const SHOWN = 4
const SHOWN_BESIDE_WATCHED = 2

/** The worst airports with the earliest end of their levels, and where lightning arrives next. */
export default function WallWorst() {
  const { t } = useTranslation('board')
  const { t: c } = useTranslation('clock')
  const isWatching = usePage((state) => state.watched.length > 0)
  const { rows, total } = useRowsInQuestion()
  // Pinned places are above, in their own card.
  const shown = isWatching ? SHOWN_BESIDE_WATCHED : SHOWN
  const { rows: listed, count: troubled } = useMemo(() => {
    return worstRows(
      rows.filter((row) => !row.isWatched),
      shown,
    )
  }, [rows, shown])
  const next = useNextArrival(rows)
  useNamedPlaces(
    'worst',
    [...listed, ...(next ? [next] : [])].map(({ airport }) => airport),
  )
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
      <WallCardHead
        title={t(isWatching ? 'worst.wallOthers' : 'worst.wall')}
        first={listed[0]?.airport.icao}
        hasTimes={next !== undefined || listed.some((row) => row.isTriggered || row.isComing)}
      />
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
            <Worst row={row} />
          </li>
        ))}
      </ol>
      {troubled > listed.length ? (
        <p className={styles.unknown}>{worstCountText({ shown: listed.length, troubled, unknown }, t)}</p>
      ) : null}
      {rows.every(({ coming }) => coming.kind === 'unknown') ? (
        <p className={styles.unknown}>{t('worst.nextUnknown')}</p>
      ) : next ? (
        <NextArrival row={next} />
      ) : null}
    </section>
  )
}

function Worst({ row }: { row: BoardRow }) {
  const lang = usePage((state) => state.lang)
  const { t: o } = useTranslation('outlook')
  const { clock } = useServerConnection()
  const { airport, isPlace, isComing } = row
  const chance = urgencyAt(useNowcast(), airport.icao, clock.now())
  const { mark, value, tone, ladder } = useWallTrouble(row)
  return (
    <WallRow
      mark={mark}
      name={isPlace ? airportName(airport, lang) : airport.icao}
      isPlace={isPlace}
      town={isPlace ? '' : shortTown(airport, lang)}
      value={value}
      tone={tone}
    >
      <LevelNotes ladder={ladder} />
      {isOuterLevel(ladder) && isComing && chance !== null ? (
        <p className={styles.unknown}>{o('briefChance', { chance: percentText(chance, o) })}</p>
      ) : null}
    </WallRow>
  )
}

/** Whether a less severe level is the headline: then its chance explains why it is above others. */
function isOuterLevel(ladder: LadderGlance | null): boolean {
  return ladder?.state.state === 'on' && ladder.state.level !== ladder.state.levels[0]?.id
}

/** The next arrival of a storm, at its likeliest time. */
function NextArrival({ row }: { row: BoardRow }) {
  const { t } = useTranslation('board')
  const lang = usePage((state) => state.lang)
  const { zone } = useFormat()
  const isStale = useIsLightningStale()
  const { airport, isPlace, coming } = row
  const atMs = arrivesAtMs(coming)
  if (coming.kind !== 'coming' || atMs === null) return null
  return (
    <section className={styles.next} aria-label={t('worst.next')} data-stale={isStale || undefined}>
      <h3>{t('worst.next')}</h3>
      <WallRow
        mark={<RingMark km={coming.km} tone="warn" label={t('worst.ring', { km: coming.km })} />}
        name={isPlace ? airportName(airport, lang) : airport.icao}
        isPlace={isPlace}
        town={isPlace ? '' : shortTown(airport, lang)}
        value={t('worst.about', { time: clockText(atMs, zone) })}
        tone="warn"
      />
    </section>
  )
}

/** The earliest arrival of a storm that is not in progress. */
function useNextArrival(rows: readonly BoardRow[]): BoardRow | undefined {
  const soonMs = useOfNow((nowMs) => wholeMinute(nowMs + MINUTE_MS))
  let next: { row: BoardRow; atMs: number } | undefined
  for (const row of rows) {
    const atMs = arrivesAtMs(row.coming)
    if (atMs !== null && atMs >= soonMs && (!next || atMs < next.atMs)) next = { row, atMs }
  }
  return next?.row
}

interface WallTrouble {
  mark: ReactNode
  value: string
  tone: LevelsGlance['tone'] | undefined
  ladder: LadderGlance | null
}

/** The most urgent problem of an airport for a wall's row: a level, an approaching storm, a doubtful report, the weather. */
function useWallTrouble(row: BoardRow): WallTrouble {
  const { t } = useTranslation('board')
  const { t: o } = useTranslation('outlook')
  const { zone } = useFormat()
  const weatherText = useWeatherText()
  const glance = useLevelsGlance(row.airport.icao, zone)
  const ending = useEndingLevel(glance)
  const { ladder, tone, text } = glance
  const { coming, check, report, category, isPlace, isComing } = row
  const mark = isPlace ? null : <CategoryRing category={category} />
  if (ending) return { mark: ending.mark ?? mark, value: ending.value, tone, ladder }
  if (ladder?.state.state === 'on') return { mark, value: text, tone, ladder }
  if (isComing && coming.kind === 'coming' && isComingSoon(coming)) {
    const atMs = arrivesAtMs(coming)
    const value = atMs === null ? t('worst.there') : t('worst.about', { time: clockText(atMs, zone) })
    const ring = <RingMark km={coming.km} tone="warn" label={t('worst.ring', { km: coming.km })} />
    return { mark: ring, value, tone: 'warn', ladder }
  }
  if (isComing) {
    return {
      mark,
      value: o('briefChance', { chance: comingText(coming, ladder?.state ?? null, o).chance }),
      tone: 'warn',
      ladder,
    }
  }
  if (ladder?.state.state === 'expected') return { mark, value: text, tone, ladder }
  if (check) return { mark, value: checkText(check, t as TFunction<'board'>), tone: 'warn', ladder }
  if (isPlace) return { mark, value: text, tone: undefined, ladder }
  if (!report) return { mark, value: t('noReport'), tone: undefined, ladder }
  return { mark, value: weatherText(report), tone: hasThunderstorm(report) ? 'warn' : undefined, ladder }
}
