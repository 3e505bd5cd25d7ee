import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { firstStopIn, isFocusLost, keepFocus, returnTo } from '../input/focus-keeper.ts'
import { usePage } from '../state/page-store.ts'

interface DeskPlaces {
  left: RefObject<HTMLElement | null>
  right: RefObject<HTMLElement | null>
  tools: RefObject<HTMLElement | null>
}

/** Keeps the keyboard focus in place as panels open and close. */
export function useDeskFocus({ left, right, tools }: DeskPlaces, layersOpen: boolean): void {
  const opener = useRef<Element | null>(null)
  const selection = usePage((state) => state.selection)
  useEffect(keepFocus, [])
  useChange(layersOpen, () => {
    // Moves the focus between the layers button and the layers panel, which replace each other.
    const now = layersOpen ? left.current : tools.current
    if (now && isFocusLost()) firstStopIn(now)?.focus()
  })
  // A selection by search moves the focus to the panel; one by list or map leaves it.
  useChange(selection, () => {
    const { activeElement, body } = document
    if (selection === null) {
      if (isFocusLost()) returnTo(opener.current)
    } else if (!right.current?.contains(activeElement)) {
      opener.current = activeElement
      if (activeElement === body) right.current?.focus({ preventScroll: true })
    }
  })
}

/** After each change of `value`, not at first, before it is painted. */
function useChange(value: unknown, changed: () => void) {
  const last = useRef(value)
  useLayoutEffect(() => {
    if (Object.is(last.current, value)) return
    last.current = value
    changed()
  })
}
