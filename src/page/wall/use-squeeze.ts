import { type RefObject, useLayoutEffect, useState } from 'react'

/** How many steps there are: numbers beside their names; in smaller letters, thrice; without states; without legends. */
const MOST = 6
/** Less than that is no part of a pixel for a browser. */
const LEAST_PX = 0.01

/**
 * By how many steps a column has to be squeezed until all of it fits; it begins anew with another `layout`. `fit` looks whether it does:
 * to be called after whatever may have made it longer, since what is said grows when something is wrong.
 */
export function useSqueeze(column: RefObject<HTMLElement | null>, layout: string): { squeeze: number; fit(): void } {
  const [held, setHeld] = useState({ layout, squeeze: 0 })
  const squeeze = held.layout === layout ? held.squeeze : 0
  function fit() {
    const { current } = column
    if (current && squeeze < MOST && overflowPx(current) > LEAST_PX) {
      setHeld({ layout, squeeze: squeeze + 1 })
    }
  }
  useLayoutEffect(fit)
  return { squeeze, fit }
}

/** How far the lowest of its parts reaches beyond a column. In whole pixels, as `scrollHeight` has it, a line's foot may be cut. */
function overflowPx(column: HTMLElement): number {
  const bottoms = [...column.children].map((part) => part.getBoundingClientRect().bottom)
  return Math.max(...bottoms) - column.getBoundingClientRect().bottom
}
