import type { Clock } from '../../../core/time/clock.ts'
import { usePage } from '../../state/page-store.ts'

/** So often the shown moment moves on while it is played. */
const STEP_MS = 100
/** A machine that slept, or a tab that was hidden, goes on where it was rather than leap. */
const STEP_MAX_MS = 1_000

/**
 * Moves the shown moment on while it is played, and ends at the present. `readyToMs` is up to where there is something to
 * show: playing waits there for what is on its way. Answers how to stop.
 */
export function playTime(deps: { clock: Clock; readyToMs(): number }): () => void {
  const { clock, readyToMs } = deps
  let cancel: (() => void) | null = null
  let lastMs = 0

  function step() {
    const monotonicMs = clock.monotonicMs()
    const passedMs = Math.min(STEP_MAX_MS, monotonicMs - lastMs)
    lastMs = monotonicMs
    const { shownAtMs, playing, playSpeed, showAt } = usePage.getState()
    if (shownAtMs === null || !playing) return
    const wantedMs = shownAtMs + passedMs * playSpeed
    if (wantedMs >= clock.now()) return showAt(null)
    const nextMs = Math.min(wantedMs, readyToMs())
    if (nextMs > shownAtMs) showAt(nextMs)
  }

  function follow({ playing }: { playing: boolean }) {
    if (playing === (cancel !== null)) return
    cancel?.()
    lastMs = clock.monotonicMs()
    cancel = playing ? clock.every(STEP_MS, step) : null
  }

  const stop = usePage.subscribe(follow)
  follow(usePage.getState())
  return () => {
    stop()
    cancel?.()
  }
}
