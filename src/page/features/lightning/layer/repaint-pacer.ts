import type { Clock } from '../../../../core/time/clock.ts'

interface PacerDeps {
  clock: Pick<Clock, 'after' | 'monotonicMs'>
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
  /** Something changed that may wait so long, and be drawn together with what else comes until then. */
  nudgeWithin(ms: number): void
  close(): void
}

/**
 * Asks for frames only as often as they differ. Each wish waits for the frame before it: a slow machine draws fewer,
 * and a hidden page, which draws none, stops the chain until somebody nudges it.
 */
export function createRepaintPacer({ clock, repaint, nextInMs }: PacerDeps): RepaintPacer {
  let cancel: (() => void) | null = null
  let dueAtMs = Number.POSITIVE_INFINITY

  function stop() {
    cancel?.()
    cancel = null
    dueAtMs = Number.POSITIVE_INFINITY
  }

  function repaintIn(waitMs: number) {
    stop()
    dueAtMs = clock.monotonicMs() + waitMs
    cancel = clock.after(waitMs, () => {
      stop()
      repaint()
    })
  }

  return {
    drawn() {
      stop()
      const waitMs = nextInMs()
      if (waitMs !== null) repaintIn(waitMs)
    },
    nudge() {
      stop()
      repaint()
    },
    nudgeWithin(ms) {
      if (clock.monotonicMs() + ms < dueAtMs) repaintIn(ms)
    },
    close: stop,
  }
}
