import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { boardFilterText, NARROWING_NAMES, parseBoardFilter } from '../../../core/airports/airport-board.ts'
import { useMedia } from '../../input/use-media.ts'
import { useShortcuts } from '../../input/use-shortcuts.ts'
import { usePlaces } from '../../live/places/place-store.ts'
import { BOARD_SORT_DEFAULT } from '../../state/choices.ts'
import { usePage } from '../../state/page-store.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import styles from './board.module.css'
import { WORST_STRIP_FITS } from './worst-strip.tsx'

interface BoardControlsProps {
  shown: number
  total: number
  /** Arrow down leads from the filter to the rows. */
  onDown(): void
  onScores(): void
}

export function BoardControls({ shown, total, onDown, onScores }: BoardControlsProps) {
  const { t } = useTranslation('board')
  const { sort, filter } = usePage((state) => state.board)
  const worstShown = usePage((state) => state.worstShown)
  const setBoard = usePage((state) => state.setBoard)
  const field = useRef<HTMLInputElement>(null)
  const hasPlaces = usePlaces(({ places }) => places.length > 0)
  const stripFits = useMedia(WORST_STRIP_FITS)
  const { narrowing, text } = parseBoardFilter(filter)
  useShortcuts({ f: () => field.current?.focus() })

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    onDown()
  }

  return (
    <div className={`fields ${styles.controls}`}>
      <TextField
        ref={field}
        type="search"
        className={styles.filter}
        label={t('filter')}
        placeholder={t('filterPlaceholder')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(next) => setBoard({ filter: boardFilterText(narrowing, next) })}
        onKeyDown={onKeyDown}
      />
      <label className={styles.narrow}>
        <span>{t('narrow')}</span>
        <Select
          value={narrowing ?? 'all'}
          options={['all', ...NARROWING_NAMES]}
          nameOf={(name) => t(`narrowing.${name}`)}
          onChange={(name) => setBoard({ filter: boardFilterText(name === 'all' ? null : name, text) })}
        />
      </label>
      <Button pressed={sort === BOARD_SORT_DEFAULT} onClick={() => setBoard({ sort: BOARD_SORT_DEFAULT })}>
        {t('worstFirst')}
      </Button>
      {stripFits ? (
        <Button pressed={worstShown} onClick={() => usePage.getState().setWorstShown(!worstShown)}>
          {t('worst.keep')}
        </Button>
      ) : null}
      <Button onClick={onScores}>{t('scores')}</Button>
      <p role="status" className={styles.count}>
        {t(`${shown === total ? 'all' : 'some'}${hasPlaces ? 'Both' : ''}`, { shown, total })}
      </p>
    </div>
  )
}
