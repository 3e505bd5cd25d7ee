import { useLayoutEffect } from 'react'
import { useNow } from '../live/time/use-now.ts'
import { pixelShift } from './wall-target.ts'

/** How far everything walks about against burn-in, CSS pixels; the map reaches as far beyond the screen. */
const SHIFT_PX = 4

/**
 * What of a wall goes on by the second, and shows nothing itself: everything walks about, and what has grown is fitted. Apart from the
 * wall, which would be drawn anew with all that is on it.
 */
export function WallSeconds({ fit }: { fit(): void }) {
  const { x, y } = pixelShift(useNow(), SHIFT_PX)
  useLayoutEffect(() => shiftAll(x, y), [x, y])
  useLayoutEffect(fit)
  return null
}

/** The map walks with what lies over it. */
function shiftAll(x: number, y: number): () => void {
  const { style } = document.documentElement
  style.setProperty('--shift-x', `${x}px`)
  style.setProperty('--shift-y', `${y}px`)
  return () => {
    style.removeProperty('--shift-x')
    style.removeProperty('--shift-y')
  }
}
