import { type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../i18n/add-words.ts'
import styles from './sheet-handle.module.css'

addWords(import.meta.glob('../../../locales/*/comfort.json', { eager: true, import: 'default' }))

export type SheetHeight = 'low' | 'half' | 'full'
const HEIGHTS: readonly SheetHeight[] = ['low', 'half', 'full']
/** A finger that moved less has tapped. */
const DRAG_PX = 24

/** The upper edge of a sheet: dragged, tapped, or moved by the arrow keys. */
export function SheetHandle({ height, onHeight }: { height: SheetHeight; onHeight(height: SheetHeight): void }) {
  const { t } = useTranslation('comfort')
  const startY = useRef<number | null>(null)
  const dragged = useRef(false)
  const step = (by: number) => {
    const next = HEIGHTS[Math.max(0, Math.min(HEIGHTS.length - 1, HEIGHTS.indexOf(height) + by))]
    if (next) onHeight(next)
  }

  function begin(event: PointerEvent<HTMLButtonElement>) {
    startY.current = event.clientY
    dragged.current = false
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  function end(event: PointerEvent<HTMLButtonElement>) {
    const moved = startY.current === null ? 0 : event.clientY - startY.current
    startY.current = null
    dragged.current = Math.abs(moved) >= DRAG_PX
    // A long drag moves to the last position.
    if (dragged.current) step(Math.sign(-moved) * (Math.abs(moved) > innerHeight * 0.35 ? 2 : 1))
  }

  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={t(height === 'full' ? 'sheet.smaller' : 'sheet.taller')}
      onPointerDown={begin}
      onPointerUp={end}
      onClick={() => {
        if (!dragged.current) onHeight(height === 'full' ? 'half' : 'full')
        dragged.current = false
      }}
      onKeyDown={({ key }) => {
        if (key === 'ArrowUp') step(1)
        if (key === 'ArrowDown') step(-1)
      }}
    />
  )
}
