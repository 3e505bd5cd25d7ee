import type { Clock } from '../../../../core/time/clock.ts'
import { frameTookMs } from '../../../map/gl/frame-pace.ts'

/** Leaves the page 95 % of the main thread, of which a frame takes about half as much again as the map's part. */
const FRAME_TIMES = 30
const REST_MAX_MS = 250

interface PacerDeps {
  clock: Pick<Clock, 'after' | 'monotonicMs'>
  repaint(): void
  /** Ms until the picture changes; null if it does not. */
  nextInMs(): number | null
}

/**
 * Requests frames only as often as they differ, and less often the more one costs. Each request waits for the frame
 * before it: a slow machine draws fewer, and a hidden page only the one requested, once it is shown again.
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
      if (waitMs !== null) repaintIn(Math.max(waitMs, Math.min(FRAME_TIMES * frameTookMs(), REST_MAX_MS)))
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
