import { Star } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stepBack } from '../../input/focus-keeper.ts'
import type { MapOverlay, SearchHit } from '../../live/overlay.ts'
import { useNow } from '../../live/time/use-now.ts'
import { useFind } from '../../live/use-find.ts'
import { useCamera } from '../../map/camera/camera.ts'
import { usePage } from '../../state/page-store.ts'
import { findHits } from './find-hits.ts'
import styles from './search-box.module.css'
import { useTypeAhead } from './type-ahead.ts'

/** So long after a whole code nothing more was typed: that was it. */
const REST_MS = 600
/** An ICAO code. */
const CODE = /^[A-Z]{4}$/

interface SearchBoxProps {
  overlays: readonly MapOverlay[]
  /** For whoever moves the focus here. */
  field: RefObject<HTMLInputElement | null>
}

/** One field for codes, names, places and coordinates: the combobox pattern, with the list driven by the arrow keys. */
export function SearchBox({ overlays, field }: SearchBoxProps) {
  const { t } = useTranslation('page')
  const listId = useId()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const select = usePage((state) => state.select)
  const camera = useCamera()

  const wanted = text.trim()
  useNow() // what is searched may come while somebody types: each second looks again
  const find = useFind(overlays)
  const hits = findHits(wanted, find, t)

  // Typed with no field in mind, a whole code opens its airport by itself.
  const [isAhead, setAhead] = useState(false)
  useTypeAhead(field, () => setAhead(true))
  const code = wanted.toUpperCase()
  const meant = isAhead && CODE.test(code) ? hits.find(({ selection }) => selection.id === code) : undefined
  const meantId = meant?.selection.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each code, whatever is found anew each second
  useEffect(() => {
    if (!meant) return
    select(meant.selection)
    camera.flyTo(meant.view)
    const timer = setTimeout(() => {
      leave()
      stepBack()
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [meantId])

  function leave() {
    setText('')
    setOpen(false)
    field.current?.blur()
  }

  function choose(hit: SearchHit) {
    select(hit.selection)
    camera.flyTo(hit.view)
    leave()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (hits.length > 0) setActive((active + step + hits.length) % hits.length)
    } else if (event.key === 'Enter' && hits[active]) {
      event.preventDefault()
      choose(hits[active])
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      leave()
      stepBack()
    }
  }

  const shown = open && wanted !== ''
  return (
    <search
      className={styles.box}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return // on the way to a star
        setOpen(false)
        setAhead(false)
      }}
    >
      <input
        ref={field}
        type="search"
        role="combobox"
        className={styles.field}
        aria-label={t('search.label')}
        aria-expanded={shown}
        aria-controls={listId}
        aria-activedescendant={shown && hits[active] ? `${listId}-${active}` : undefined}
        aria-autocomplete="list"
        placeholder={t('search.placeholder')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.hint} aria-hidden="true">
        /
      </span>
      <div className={`${styles.list} ${styles.found}`} hidden={!shown || hits.length === 0}>
        <div id={listId} role="listbox" aria-label={t('search.results')} className={styles.hits}>
          {hits.map((hit, index) => (
            <div
              key={`${hit.selection.kind}/${hit.selection.id}`}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={styles.hit}
              // Before the field loses the focus, which closes the list.
              onPointerDown={(event) => {
                event.preventDefault()
                choose(hit)
              }}
              onPointerEnter={() => setActive(index)}
            >
              <span className={styles.title}>{hit.title}</span>
              <span className={styles.detail}>{hit.detail}</span>
            </div>
          ))}
        </div>
        <div className={styles.stars}>
          {hits.map(({ selection, watchable }, index) =>
            watchable ? <WatchStar key={selection.id} icao={watchable} row={index + 1} onLeave={leave} /> : null,
          )}
        </div>
      </div>
      {shown && hits.length === 0 ? (
        <div className={styles.list} role="status">
          <p className={styles.none}>{t('search.none', { text: wanted })}</p>
          <p className={styles.detail}>{t('search.noneDetail')}</p>
        </div>
      ) : null}
    </search>
  )
}

/** Watches a found airport without opening it; beside the list, as an entry of a list may hold no button. */
function WatchStar({ icao, row, onLeave }: { icao: string; row: number; onLeave(): void }) {
  const { t } = useTranslation('page')
  const isWatched = usePage((state) => state.watched.includes(icao))
  const label = t('search.watch', { icao })
  return (
    <button
      type="button"
      className={styles.star}
      style={{ gridRow: row }}
      aria-label={label}
      aria-pressed={isWatched}
      title={label}
      onClick={() => usePage.getState().toggleWatched(icao)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onLeave()
      }}
    >
      <Star size="0.9375rem" fill={isWatched ? 'currentcolor' : 'none'} aria-hidden="true" />
    </button>
  )
}
