import type { Clock } from '../../../../core/time/clock.ts'

interface PacerDeps {
  clock: Pick<Clock, 'after' | 'monotonicMs'>
  repaint(): void
  /** Ms until the picture changes; null if it does not. */
  nextInMs(): number | null
}

/**
 * Requests frames only as often as they differ. Each request waits for the frame before it: a slow machine draws fewer,
 * and a hidden page, which draws none, stops the chain until the next nudge.
 */
export function createRepaintPacer({ clock, repaint, nextInMs }: PacerDeps) {
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
    /** A frame was drawn, by any component: the next one is scheduled from here. */
    drawn(): void {
      stop()
      const waitMs = nextInMs()
      if (waitMs !== null) repaintIn(waitMs)
    },
    /** Something changed: a frame now. */
    nudge(): void {
      stop()
      repaint()
    },
    /** A change that may wait this long, to be drawn together with others. */
    nudgeWithin(ms: number): void {
      if (clock.monotonicMs() + ms < dueAtMs) repaintIn(ms)
    },
    close: stop,
  }
}
