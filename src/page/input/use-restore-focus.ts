import { type RefObject, useLayoutEffect, useState } from 'react'
import { returnTo } from './focus-keeper.ts'

/** When a focused cover closes, the focus returns to the element that opened it. */
export function useRestoreFocus(place: RefObject<HTMLElement | null>): void {
  const [opener] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    const { current } = place
    return () => {
      if (current?.contains(document.activeElement)) returnTo(opener)
    }
  }, [place, opener])
}
