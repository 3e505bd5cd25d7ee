import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type BoardSort, parseBoardSort } from '../../../core/airports/airport-board.ts'
import type { BoardRow } from '../../../core/airports/board-row.ts'
import { useOpenPlace } from '../../airport/use-open-place.ts'
import { LiveOnlyNotice } from '../../desk/live-only-notice.tsx'
import { addWords } from '../../i18n/add-words.ts'
import { useMedia } from '../../input/use-media.ts'
import { useMapScale } from '../../map/map-size.ts'
import { ONE_PANEL } from '../../state/narrow.ts'
import { usePage } from '../../state/page-store.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from './board.module.css'
import {
  AgeCell,
  AirportCell,
  ArrivalCell,
  CategoryCell,
  CeilingCell,
  LightningCell,
  QnhCell,
  StrokesCell,
  VisibilityCell,
  WatchCell,
  WeatherCell,
  WindCell,
} from './board-cells.tsx'
import { BoardControls } from './board-controls.tsx'
import { BoardFrame } from './board-frame.tsx'
import { useBoardRows } from './use-board-rows.ts'

addWords(import.meta.glob('../../../locales/*/clock.json', { eager: true, import: 'default' }))

/** In the type of a usual screen, with which it grows. */
const ROW_PX = 34
/** The same where rows are pressed by a finger. */
const TOUCHED_ROW_PX = 44
const PAGE_ROWS = 12
const COLUMNS: Record<'watch' | Exclude<BoardSort, 'urgency'>, (props: { row: BoardRow }) => ReactNode> = {
  watch: WatchCell,
  airport: AirportCell,
  category: CategoryCell,
  nearest: LightningCell,
  arrival: ArrivalCell,
  strokes: StrokesCell,
  wind: WindCell,
  visibility: VisibilityCell,
  ceiling: CeilingCell,
  weather: WeatherCell,
  qnh: QnhCell,
  age: AgeCell,
}

/** All airports as a table of which only the visible rows are rendered; on paper all are. */
export default function Board({ onScores }: { onScores(): void }) {
  const { t } = useTranslation('board')
  const { rows, total } = useBoardRows()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRowsInSight(rows, scroller)
  const active = useActiveRow(rows, virtual, scroller)

  return (
    <BoardFrame title={t('title')} above={<LiveOnlyNotice words="panelOfNow" />}>
      <BoardControls shown={rows.length} total={total} onDown={() => active.goTo(active.index)} onScores={onScores} />
      <div className={styles.scroller} ref={scroller}>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows that take the focus make a table a grid */}
        <table role="grid" aria-label={t('title')} aria-rowcount={rows.length + 1} className={styles.table}>
          <BoardHead />
          <BoardBody rows={rows} virtual={virtual} active={active} />
        </table>
        {rows.length === 0 ? (
          <Notice tone="unknown" title={t(total === 0 ? 'loading' : 'none')} detail={total > 0 && t('noneDetail')} />
        ) : null}
      </div>
      <p className={styles.keys}>{t('keys')}</p>
    </BoardFrame>
  )
}

interface BoardBodyProps {
  rows: readonly BoardRow[]
  virtual: RowVirtualizer
  active: ReturnType<typeof useActiveRow>
}

function BoardBody({ rows, virtual, active }: BoardBodyProps) {
  return (
    <tbody onKeyDown={active.onKeyDown} style={spaceAround(virtual)}>
      {virtual.getVirtualItems().map(({ index }) => {
        const row = rows[index]!
        const { icao } = row.airport
        return (
          <tr
            key={icao}
            data-icao={icao}
            aria-rowindex={index + 2}
            aria-selected={index === active.index}
            tabIndex={index === active.index ? 0 : -1}
            onFocus={() => active.follow(icao)}
            onClick={() => active.open(icao)}
          >
            {Object.entries(COLUMNS).map(([column, Cell]) => (
              <td key={column} data-column={column}>
                <Cell row={row} />
              </td>
            ))}
          </tr>
        )
      })}
    </tbody>
  )
}

/** The focused row, or the one to focus; and keyboard movement from there. */
function useActiveRow(rows: readonly BoardRow[], virtual: RowVirtualizer, scroller: RefObject<HTMLElement | null>) {
  const [icao, set] = useState<string | null>(null)
  const openPlace = useOpenPlace()
  const { focusRow, isLed } = useRowFocus(scroller)
  const found = rows.findIndex(({ airport }) => airport.icao === icao)
  const index = Math.max(0, found)

  function goTo(wanted: number) {
    const to = Math.max(0, Math.min(rows.length - 1, wanted))
    const row = rows[to]
    if (!row) return
    set(row.airport.icao)
    virtual.scrollToIndex(to)
    focusRow(row.airport.icao)
  }

  function open(id: string) {
    set(id)
    openPlace(id)
    if (matchMedia(ONE_PANEL).matches) usePage.getState().setBoard({ open: false }) // the panel would lie under it
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const id = rows[index]?.airport.icao
    const to = rowAfter(event.key, index, rows.length)
    if (to !== null) goTo(to)
    else if (id && event.key === 'Enter') open(id)
    else if (id && event.key === 'w') usePage.getState().toggleWatched(id)
    else return
    event.preventDefault()
  }

  const follow = (id: string) => isLed() || set(id)

  return { index, follow, goTo, open, onKeyDown }
}

type RowVirtualizer = Virtualizer<HTMLDivElement, Element>

function useRowsInSight(rows: readonly BoardRow[], scroller: RefObject<HTMLDivElement | null>): RowVirtualizer {
  const rowPx = (useMedia('(pointer: coarse)') ? TOUCHED_ROW_PX : ROW_PX) * useMapScale()
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: useMedia('print') ? rows.length : 10,
    getItemKey: (index) => rows[index]!.airport.icao,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height invalidates the measurements
  useLayoutEffect(() => virtual.measure(), [virtual, rowPx])
  return virtual
}

/** The target row of a key; null for none. */
function rowAfter(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return index + 1
    case 'ArrowUp':
      return index - 1
    case 'PageDown':
      return index + PAGE_ROWS
    case 'PageUp':
      return index - PAGE_ROWS
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** Spacer in place of the rows that are not rendered. */
function spaceAround(virtual: RowVirtualizer): CSSProperties {
  const inSight = virtual.getVirtualItems()
  const before = inSight[0]?.start ?? 0
  const after = virtual.getTotalSize() - (inSight.at(-1)?.end ?? 0)
  return { '--before': `${before}px`, '--after': `${after}px` } as CSSProperties
}

/**
 * Focuses a row once it is drawn. Before any input the focus stays on the first row as rows are reordered;
 * `isLed` during a programmatic move.
 */
function useRowFocus(scroller: RefObject<HTMLElement | null>) {
  const isIn = useRef(false)
  const isUsed = useRef(false)
  const isLeading = useRef(false)
  useEffect(() => {
    const stop = new AbortController()
    const use = () => {
      isUsed.current = true
    }
    for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, use, { capture: true, signal: stop.signal })
    return () => stop.abort()
  }, [])
  useEffect(() => {
    const { activeElement, body } = document
    const isElsewhere = isIn.current && activeElement !== body && !scroller.current?.contains(activeElement)
    if (isUsed.current || isElsewhere) return
    const first = scroller.current?.querySelector<HTMLElement>('tr[tabindex="0"]')
    if (!first || first === activeElement) return // rows are drawn with a later look than the board itself
    isIn.current = true
    isLeading.current = true
    first.focus({ preventScroll: true })
    isLeading.current = false
  })
  return {
    isLed: () => isLeading.current,
    focusRow(icao: string) {
      requestAnimationFrame(() => {
        scroller.current?.querySelector<HTMLElement>(`tr[data-icao="${icao}"]`)?.focus({ preventScroll: true })
      })
    },
  }
}

/** The columns' names; each sorts, and once more the other way round. */
function BoardHead() {
  const { t } = useTranslation('board')
  const sort = usePage((state) => state.board.sort)
  const rings = usePage((state) => state.rings)
  const setBoard = usePage((state) => state.setBoard)
  const { by, reversed } = parseBoardSort(sort)
  return (
    <thead>
      <tr aria-rowindex={1}>
        {Object.keys(COLUMNS).map((id) => {
          const name = t(`column.${id}`, { rings: rings.join('/') })
          if (id === 'watch') {
            return (
              <th key={id} scope="col">
                <span className="visually-hidden">{name}</span>
              </th>
            )
          }
          const isSorted = by === id
          return (
            <th key={id} scope="col" aria-sort={isSorted ? (reversed ? 'descending' : 'ascending') : undefined}>
              <button
                type="button"
                data-text
                className={styles.sort}
                onClick={() => setBoard({ sort: isSorted && !reversed ? `-${id}` : id })}
              >
                {name}
                <span aria-hidden="true">{isSorted ? (reversed ? ' ▼' : ' ▲') : ''}</span>
              </button>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
