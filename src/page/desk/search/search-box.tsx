import { Command } from 'cmdk'
import { Star } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stepBack } from '../../input/focus-keeper.ts'
import type { MapOverlay, SearchHit } from '../../live/overlay.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { useHits } from './find-hits.ts'
import { HitItem } from './hit-item.tsx'
import styles from './search-box.module.css'
import { CODE_WAITS_MS, useTypeAhead } from './type-ahead.ts'

const CODE = /^[A-Z]{4}$/

interface SearchBoxProps {
  overlays: readonly MapOverlay[]
  /** For components that focus the search field. */
  field: RefObject<HTMLInputElement | null>
}

/** One field for codes, names, places and coordinates. */
export function SearchBox({ overlays, field }: SearchBoxProps) {
  const { t } = useTranslation('page')
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [isAhead, setAhead] = useState(false)
  const { hits, goTo } = useHits(overlays, text, true)
  const wanted = text.trim()
  const isShown = isOpen && wanted !== ''

  function leave() {
    setText('')
    setOpen(false)
    field.current?.blur()
  }

  useTypeAhead(field, () => setAhead(true))
  const isOpened = useWholeCode(isAhead ? wanted.toUpperCase() : '', hits, goTo, () => {
    leave()
    stepBack()
  })

  return (
    <search
      className={styles.box}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return // on the way to a star
        setOpen(false)
        setAhead(false)
        if (isOpened) setText('') // a panel that took the focus sooner than the code was at rest
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        leave()
        stepBack()
      }}
    >
      <Command label={t('search.label')} shouldFilter={false} vimBindings={false} loop>
        <Command.Input
          asChild
          value={text}
          onValueChange={(next) => {
            setText(next)
            setOpen(true)
          }}
        >
          <input
            ref={field}
            type="search"
            role="combobox"
            className={styles.field}
            placeholder={t('search.placeholder')}
            // cmdk takes its list to be open always.
            aria-expanded={isShown}
            {...(isShown && hits.length > 0 ? {} : { 'aria-activedescendant': undefined })}
            onFocus={() => setOpen(true)}
            onKeyDown={(event) => {
              if (event.key === 'Home' || event.key === 'End') event.stopPropagation() // the field's own
            }}
          />
        </Command.Input>
        <span className={styles.hint} aria-hidden="true">
          /
        </span>
        <div className={`${styles.list} ${styles.found}`} hidden={!isShown || hits.length === 0}>
          <Command.List label={t('search.results')} className={styles.hits}>
            {hits.map((hit) => (
              <HitItem
                key={`${hit.selection.kind}/${hit.selection.id}`}
                hit={hit}
                className={styles.hit}
                onSelect={() => {
                  goTo(hit)
                  leave()
                }}
              />
            ))}
          </Command.List>
          <div className={styles.stars}>
            {hits.map(({ selection, watchable }, index) =>
              watchable ? <WatchStar key={selection.id} icao={watchable} row={index + 1} /> : null,
            )}
          </div>
        </div>
      </Command>
      {isShown && hits.length === 0 ? (
        <div className={styles.list} role="status">
          <p className={styles.none}>{t('search.none', { text: wanted })}</p>
          <p className={styles.noneDetail}>{t('search.noneDetail')}</p>
        </div>
      ) : null}
    </search>
  )
}

/**
 * Selects an airport as soon as its code is complete, without Enter, unless further letters follow. Returns whether it
 * selected one.
 */
function useWholeCode(
  code: string,
  hits: readonly SearchHit[],
  goTo: (hit: SearchHit) => void,
  onDone: () => void,
): boolean {
  const { clock } = useServerConnection()
  const meant = CODE.test(code) ? hits.find(({ selection }) => selection.id === code) : undefined
  const meantId = meant?.selection.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each code, whatever is found anew each second
  useEffect(() => {
    if (!meant) return
    goTo(meant)
    return clock.after(CODE_WAITS_MS, onDone)
  }, [meantId])
  return meantId !== undefined
}

/** Pins a found airport without opening it; next to the list, because a list entry cannot contain a button. */
function WatchStar({ icao, row }: { icao: string; row: number }) {
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
        if (event.key === 'Enter') event.stopPropagation() // it would choose from the list
      }}
    >
      <Star size="0.9375rem" fill={isWatched ? 'currentcolor' : 'none'} aria-hidden="true" />
    </button>
  )
}
