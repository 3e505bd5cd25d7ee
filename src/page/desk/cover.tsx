import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useRestoreFocus } from '../input/use-restore-focus.ts'
import { useShortcuts } from '../input/use-shortcuts.ts'
import styles from './cover.module.css'
import { PaperHead } from './paper-head.tsx'

/** A panel over the map: it takes the focus, restores it when closed, and Escape closes it. */
export function Cover({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const cover = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!cover.current?.contains(document.activeElement)) cover.current?.focus() // a field in it may want it first
  }, [])
  useRestoreFocus(cover)
  useShortcuts({ escape: onClose }) // from outside, when the selection is cleared

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.nativeEvent.stopImmediatePropagation()
    onClose()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes from wherever inside the focus is
    <div ref={cover} className={styles.cover} data-part data-cover tabIndex={-1} onKeyDown={onKeyDown}>
      <PaperHead />
      {children}
    </div>
  )
}
