import { type RefObject, useLayoutEffect, useState } from 'react'

/** Number of steps: numbers beside their names; smaller letters, thrice; no states; no legends. */
const MOST = 6
/** Smaller differences are rounding errors of the browser. */
const LEAST_PX = 0.01

/**
 * The number of steps needed to fit a column; restarts with another `layout`. Call `fit` after possible growth of the
 * content, such as an error message.
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

/**
 * How far the lowest component extends beyond the column. `scrollHeight` has whole pixels, which could cut the last
 * line.
 */
function overflowPx(column: HTMLElement): number {
  const bottoms = [...column.children].map((part) => part.getBoundingClientRect().bottom)
  return Math.max(...bottoms) - column.getBoundingClientRect().bottom
}
