import type { Clock } from '../../core/clock.ts'

interface PacerDeps {
  clock: Pick<Clock, 'after'>
  /** Asks the map for a frame. */
  repaint(): void
  /** In how many ms the picture will look different; null where it will not. */
  nextInMs(): number | null
}

export interface RepaintPacer {
  /** A frame has been drawn, by whomever: the next one is due so much later. */
  drawn(): void
  /** Something changed: a frame now. */
  nudge(): void
  close(): void
}

/**
 * Asks for frames only as often as they differ. Each wish waits for the frame before it: a slow machine draws fewer,
 * and a hidden page, which draws none, stops the chain until somebody nudges it.
 */
export function createRepaintPacer({ clock, repaint, nextInMs }: PacerDeps): RepaintPacer {
  let cancel: (() => void) | null = null

  function stop() {
    cancel?.()
    cancel = null
  }

  return {
    drawn() {
      stop()
      const waitMs = nextInMs()
      if (waitMs === null) return
      cancel = clock.after(waitMs, () => {
        cancel = null
        repaint()
      })
    },
    nudge() {
      stop()
      repaint()
    },
    close: stop,
  }
}
