import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Opens a modal dialog while rendered; spread both results over the dialog. `closed` is called when the user closes it,
 * not when React unmounts or suspends it.
 */
export function useModal(closed: () => void): { ref: RefObject<HTMLDialogElement | null>; onClose(): void } {
  const ref = useRef<HTMLDialogElement>(null)
  const isTakenAway = useRef(false)
  useLayoutEffect(() => {
    const { current } = ref
    if (current && !current.open) current.showModal()
    return () => {
      if (!current?.open) return
      isTakenAway.current = true
      current.close() // a dialog that is closed, not just taken away, gives the focus back
    }
  }, [])
  /** The browser fires the event after closing, also if closed by code. */
  const onClose = () => {
    if (!isTakenAway.current) return closed()
    isTakenAway.current = false
  }
  return { ref, onClose }
}
