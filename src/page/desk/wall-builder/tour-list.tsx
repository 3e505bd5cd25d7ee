import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../i18n/add-words.ts'
import { IconButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import shared from '../settings/walls.module.css'
import styles from './wall-builder.module.css'
import { type DraftStop, movedTo } from './wall-draft.ts'

addWords(import.meta.glob('../../../locales/*/wall-builder.json', { eager: true, import: 'default' }))

interface TourListProps {
  stops: readonly DraftStop[]
  onChange(stops: readonly DraftStop[]): void
}

/** The places of a tour in their order, which is changed by dragging a handle or by its arrow keys. */
export function TourList({ stops, onChange }: TourListProps) {
  const { t } = useTranslation('wall-builder')
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')

  function move(from: number, to: number) {
    const place = Math.max(0, Math.min(to, stops.length - 1))
    const name = stops[from]?.name
    if (place === from || name === undefined) return
    onChange(movedTo(stops, from, place))
    setSaid(t('moved', { name, place: place + 1, count: stops.length }))
  }
  function pressKey(event: KeyboardEvent, at: number) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    move(at, at + by)
  }
  function drag({ clientY }: PointerEvent) {
    if (dragged === null) return
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const over = rows.findIndex(({ top, bottom }) => clientY >= top && clientY < bottom)
    if (over < 0 || over === dragged) return
    move(dragged, over)
    setDragged(over)
  }

  if (stops.length === 0) return <Notice title={t('none')} />
  return (
    <>
      <ol
        ref={list}
        className={shared.list}
        aria-label={t('list')}
        onPointerMove={drag}
        onLostPointerCapture={() => setDragged(null)}
      >
        {stops.map(({ id, text, name }, i) => (
          <li key={id} className={styles.stop} data-dragged={dragged === i || undefined}>
            <button
              type="button"
              className={styles.handle}
              aria-label={t('move', { name })}
              title={t('move', { name })}
              onKeyDown={(event) => pressKey(event, i)}
              onPointerDown={(event) => {
                list.current?.setPointerCapture(event.pointerId)
                setDragged(i)
              }}
            >
              <GripVertical size={16} aria-hidden="true" />
            </button>
            <span className={styles.name} title={text}>
              {name}
            </span>
            <IconButton
              label={t('remove', { name })}
              icon="×"
              onClick={() => onChange(stops.filter((_, each) => each !== i))}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  )
}
