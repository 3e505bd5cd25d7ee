import { type RefObject, useLayoutEffect, useState } from 'react'
import { returnTo } from './focus-keeper.ts'

/** When what covers the map closes and has the focus, it leads back to what it was opened from. */
export function useRestoreFocus(place: RefObject<HTMLElement | null>): void {
  const [opener] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    const { current } = place
    return () => {
      if (current?.contains(document.activeElement)) returnTo(opener)
    }
  }, [place, opener])
}
