import { type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import styles from './dialog.module.css'
import { useModal } from './use-modal.ts'

interface DialogProps {
  title: string
  /** The word of the button that closes it. */
  close: string
  onClose(): void
  children: ReactNode
}

/** Over the page, which waits until it is closed: by its button, by Escape or by a click beside it. */
export function Dialog({ title, close, onClose, children }: DialogProps) {
  const modal = useModal(onClose)
  const titleId = useId()
  return (
    <dialog
      {...modal}
      className={styles.dialog}
      aria-labelledby={titleId}
      // A click beside it, on the backdrop, has the dialog itself as its target.
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
