import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { firstStopIn, returnTo } from './focus-keeper.ts'

const FIELDS = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, select'

interface Options {
  /** Called by Escape, where the fields can be closed on their own. */
  onClose?: (() => void) | undefined
  /** False for fields of a page that the user opened: the focus stays where it was. */
  takesFocus?: boolean
}

/**
 * For a form opened by the user: focuses its first empty field, suspends shortcuts, closes on Escape, and restores the
 * focus. Spread the returned props over the form.
 */
export function useOpenedFields<Place extends HTMLElement>({ onClose, takesFocus = true }: Options = {}) {
  const ref = useRef<Place>(null)
  const begins = useRef(takesFocus)
  useLayoutEffect(() => {
    const { current } = ref
    if (!current || !begins.current) return
    const opener = document.activeElement
    firstFieldIn(current)?.focus()
    return () => {
      if (current.contains(document.activeElement)) returnTo(opener)
    }
  }, [])
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  return {
    ref,
    /** While an element with this attribute is on the page, letters are no shortcuts (`use-shortcuts.ts`). */
    'data-keeps-keys': '',
    onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || !close.current) return
      event.stopPropagation()
      event.nativeEvent.stopImmediatePropagation()
      close.current()
    },
  }
}

function firstFieldIn(place: HTMLElement): HTMLElement | null {
  const fields = [...place.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(FIELDS)]
  return fields.find(({ value }) => value === '') ?? fields[0] ?? firstStopIn(place)
}
