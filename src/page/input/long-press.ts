import type { Clock } from '../../core/time/clock.ts'

/** A touch held this long counts as a click. */
const HELD_MS = 500
/** A finger at rest still rolls this far. */
const REST_PX = 10

interface Touched {
  x: number
  y: number
  /** Fingers on the glass. */
  fingers: number
}

/** Distinguishes a resting finger from panning, and from two fingers that zoom. */
export function createLongPress<Touch extends Touched>(deps: {
  clock: Pick<Clock, 'after'>
  pressed: (at: Touch) => void
}) {
  let cancel: (() => void) | null = null
  let from: Touch | null = null

  function end(): void {
    cancel?.()
    cancel = null
    from = null
  }

  return {
    start(touch: Touch): void {
      end()
      if (touch.fingers !== 1) return
      from = touch
      cancel = deps.clock.after(HELD_MS, () => {
        end()
        deps.pressed(touch)
      })
    },
    move({ x, y, fingers }: Touch): void {
      if (from && (fingers !== 1 || Math.hypot(x - from.x, y - from.y) > REST_PX)) end()
    },
    end,
  }
}
