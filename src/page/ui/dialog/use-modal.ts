import { type RefObject, useLayoutEffect, useRef } from 'react'

interface Modal {
  ref: RefObject<HTMLDialogElement | null>
  onClose(): void
}

/**
 * Opens a dialog over the page for as long as it is rendered; both of what it answers go to the dialog. `closed` is told
 * when somebody closes it, not when React takes it away or hides it for a moment, while a part of it is on its way.
 */
export function useModal(closed: () => void): Modal {
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
  /** The browser says so a moment after it was closed, be it by us. */
  const onClose = () => {
    if (!isTakenAway.current) return closed()
    isTakenAway.current = false
  }
  return { ref, onClose }
}
