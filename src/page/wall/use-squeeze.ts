import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { MINUTE_MS } from '../../core/time/durations.ts'

/** Number of steps: numbers beside their names; smaller letters, thrice; no states; no legends. */
const MOST = 6
/** Smaller differences are rounding errors of the browser. */
const LEAST_PX = 0.01

/**
 * The number of steps needed to fit a column; restarts with another `layout`, and once a minute, since what needed the
 * room may be gone. All steps are rendered before the browser paints. Call `fit` after possible changes of the content,
 * such as an error message.
 */
export function useSqueeze(
  column: RefObject<HTMLElement | null>,
  layout: string,
): { squeeze: number; fit(nowMs: number): void } {
  const [held, setHeld] = useState({ layout, squeeze: 0 })
  const squeeze = held.layout === layout ? held.squeeze : 0
  const restartedMs = useRef<number | null>(null)
  function squeezeMore() {
    const { current } = column
    if (current && squeeze < MOST && overflowPx(current) > LEAST_PX) {
      setHeld({ layout, squeeze: squeeze + 1 })
    }
  }
  function fit(nowMs: number) {
    restartedMs.current ??= nowMs
    if (squeeze === 0 || nowMs - restartedMs.current < MINUTE_MS) return squeezeMore()
    restartedMs.current = nowMs
    setHeld({ layout, squeeze: 0 })
  }
  useLayoutEffect(squeezeMore)
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
