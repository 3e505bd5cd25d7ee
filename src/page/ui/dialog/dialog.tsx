import { type ReactNode, useId, useLayoutEffect } from 'react'
import { Button } from '../button.tsx'
import styles from './dialog.module.css'
import { useModal } from './use-modal.ts'

interface DialogProps {
  title: string
  /** Label of the button that closes it. */
  close: string
  onClose(): void
  /** At the bottom, over the full width. */
  isDrawer?: boolean
  children: ReactNode
}

/** Modal over the page until it is closed: by its button, by Escape or by a click on the backdrop. */
export function Dialog({ title, close, onClose, isDrawer = false, children }: DialogProps) {
  const modal = useModal(onClose)
  const { ref } = modal
  const titleId = useId()
  // Not its first button, which closes it: a space that is typed too early would press that.
  useLayoutEffect(() => ref.current?.focus(), [ref])
  return (
    <dialog
      {...modal}
      tabIndex={-1}
      className={styles.dialog}
      data-drawer={isDrawer || undefined}
      aria-labelledby={titleId}
      // A click on the backdrop has the dialog itself as its target.
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => event.stopPropagation()} // keys typed here must not reach the map
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <Button onClick={onClose}>{close}</Button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
