import { X } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { countUnknown, isLightningLoading, isLightningUnread, worstRows } from '../../../core/airports/airport-board.ts'
import type { BoardRow } from '../../../core/airports/board-row.ts'
import { airportName } from '../../airport/airport-words.ts'
import { CategoryRing } from '../../airport/category-ring.tsx'
import { observedShareText } from '../../airport/hold-timer-words.ts'
import { useOpenPlace } from '../../airport/use-open-place.ts'
import { LiveOnlyNotice } from '../../desk/live-only-notice.tsx'
import { addWords } from '../../i18n/add-words.ts'
import { useMapSize } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import { IconButton } from '../../ui/button.tsx'
import { Trouble } from './trouble.tsx'
import { useRowsInQuestion } from './use-board-rows.ts'
import { worstCountText } from './worst-count.ts'
import styles from './worst-list.module.css'

addWords(import.meta.glob('../../../locales/*/{clock,board}.json', { eager: true, import: 'default' }))

/** Width of the row without airports, and of each airport. */
const TAKEN_PX = 576
const CHIP_PX = 196
/** Width of the label "now" while the map shows the past. */
const OF_NOW_PX = 160

/** Airports with lightning, below VFR or with a report in question, the worst first, each a way to its panel. */
export default function WorstList() {
  const { width } = useMapSize()
  const isPast = usePage((state) => state.shownAtMs !== null)
  // Width measurement and row updates are separate, so that rows do not trigger a measurement each second.
  return <Listed room={Math.floor((width - TAKEN_PX - (isPast ? OF_NOW_PX : 0)) / CHIP_PX)} />
}

function Listed({ room }: { room: number }) {
  const { t } = useTranslation('board')
  const { rows, total } = useRowsInQuestion()
  const { rows: listed, count: troubled } = useMemo(() => worstRows(rows, Math.max(0, room)), [rows, room])
  const unknown = countUnknown(rows)
  const { setWorstShown, setBoard } = usePage.getState()
  const focus = useFocusOfAirport(listed)

  return (
    <section className={styles.strip} aria-label={t('worst.title')}>
      <h2 className={styles.title}>{t('worst.short')}</h2>
      <LiveOnlyNotice words="rowOfNow" />
      {listed.length === 0 ? (
        <p className={styles.faint}>{t(total === 0 ? 'loading' : noneKey(rows))}</p>
      ) : (
        <ol className={styles.list} {...focus}>
          {listed.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place stays where it is, whichever airport takes it
            <li key={place}>
              <Chip row={row} />
            </li>
          ))}
        </ol>
      )}
      {total === 0 ? null : (
        <>
          <Told first={rows[0]} shown={listed.length} troubled={troubled} unknown={unknown} />
          <button type="button" className={styles.more} onClick={() => setBoard({ open: true })}>
            {t('worst.board', { total })}
          </button>
        </>
      )}
      <IconButton label={t('worst.hide')} icon={<X size={14} />} onClick={() => setWorstShown(false)} />
    </section>
  )
}

/** Chips stay where they are and take other airports: the focus moves with its airport, so that Enter opens that one. */
function useFocusOfAirport(rows: readonly BoardRow[]) {
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (focused.current === null) return
    const at = rows.findIndex(({ airport }) => airport.icao === focused.current)
    // Not in the list any more: on to the button of the whole board.
    const next = at < 0 ? list.current?.closest('section') : list.current?.children[at]
    next?.querySelector<HTMLElement>(at < 0 ? ':scope > button' : 'button')?.focus()
  }, [rows])
  return {
    ref: list,
    onFocus({ target }: { target: Element }) {
      const at = [...(list.current?.children ?? [])].findIndex((item) => item.contains(target))
      focused.current = rows[at]?.airport.icao ?? null
    },
    onBlur() {
      focused.current = null
      // The focus scrolls to airports beyond the row, which then shows the worst ones again.
      if (list.current) list.current.scrollTop = 0
    },
  }
}

/** Why the list is empty. */
function noneKey(rows: readonly BoardRow[]): 'worst.unread' | 'worst.loading' | 'worst.none' {
  if (isLightningUnread(rows)) return 'worst.unread'
  return isLightningLoading(rows) ? 'worst.loading' : 'worst.none'
}

type ToldProps = Parameters<typeof worstCountText>[0] & { first: BoardRow | undefined }

/** Shown and total number. Right-aligned in a new element for each text, so that no layout shift is counted. */
function Told({ first, ...counted }: ToldProps) {
  const { t } = useTranslation('board')
  const watched = useWatched(first)
  const text = worstCountText(counted, t)
  return (
    <div key={`${watched?.text} ${text}`} className={styles.told} data-told>
      {watched ? <span className={watched.isBroken ? styles.broken : styles.faint}>{watched.text}</span> : null}
      <span className={styles.faint} data-shown>
        {text}
      </span>
      <span className={styles.faint} data-all>
        {worstCountText({ ...counted, shown: counted.troubled }, t)}
      </span>
    </div>
  )
}

/** Observed share of the hold time, if incomplete: then the absence of lightning is unknown. */
function useWatched(row: BoardRow | undefined): { text: string; isBroken: boolean } | null {
  const { t } = useTranslation('clock')
  return row?.holdTimer ? observedShareText(row.holdTimer, t) : null
}

function Chip({ row }: { row: BoardRow }) {
  const { t } = useTranslation('board')
  const lang = usePage((state) => state.lang)
  const { airport, category } = row
  const openPlace = useOpenPlace()
  const name = airportName(airport, lang)
  const said = row.isPlace ? name : `${airport.icao} ${name} · ${t(`category.${category}`)}`
  return (
    <button type="button" className={styles.chip} title={said} onClick={() => openPlace(airport.icao)}>
      {row.isPlace ? (
        <strong>{name}</strong>
      ) : (
        <>
          <CategoryRing category={category} />
          <strong>{airport.icao}</strong>
          <span className="visually-hidden">
            {name} {t(`category.${category}`)}
          </span>
        </>
      )}
      <Trouble row={row} />
    </button>
  )
}
