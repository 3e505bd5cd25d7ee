import { useLayoutEffect } from 'react'
import { useNow } from '../live/time/use-now.ts'
import { pixelShift } from './wall-target.ts'

/** Maximum displacement against burn-in, CSS pixels; the map extends beyond the screen by as much. */
const SHIFT_PX = 4

/**
 * Periodic tasks of a wall, without output: the displacement, and fitting of grown content. A separate component, so
 * that the wall does not render each second.
 */
export function WallSeconds({ fit }: { fit(): void }) {
  const { x, y } = pixelShift(useNow(), SHIFT_PX)
  useLayoutEffect(() => shiftAll(x, y), [x, y])
  useLayoutEffect(fit)
  return null
}

/** The map moves together with the components above it. */
function shiftAll(x: number, y: number): () => void {
  const { style } = document.documentElement
  style.setProperty('--shift-x', `${x}px`)
  style.setProperty('--shift-y', `${y}px`)
  return () => {
    style.removeProperty('--shift-x')
    style.removeProperty('--shift-y')
  }
}
