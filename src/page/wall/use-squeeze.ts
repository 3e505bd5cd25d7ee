import { type RefObject, useLayoutEffect, useState } from 'react'

/** How many steps there are: numbers beside their names; in smaller letters, thrice; without states; without legends. */
const MOST = 6

/** By how many steps a column has to be squeezed until all of it fits; it begins anew with another `layout`. */
export function useSqueeze(column: RefObject<HTMLElement | null>, layout: string): number {
  const [held, setHeld] = useState({ layout, squeeze: 0 })
  const squeeze = held.layout === layout ? held.squeeze : 0
  // After each rendering, since what is said grows longer when something is wrong.
  useLayoutEffect(() => {
    const { current } = column
    if (current && squeeze < MOST && current.scrollHeight > current.clientHeight + 1) {
      setHeld({ layout, squeeze: squeeze + 1 })
    }
  })
  return squeeze
}
