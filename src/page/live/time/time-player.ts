import type { Clock } from '../../../core/time/clock.ts'
import { usePage } from '../../state/page-store.ts'

/** Interval of playback steps. */
const STEP_MS = 100
/** After sleep of the machine or a hidden tab, playback continues where it was. */
const STEP_MAX_MS = 1_000

/**
 * Advances the shown moment during playback, and ends at the present. `readyToMs` is the end of loaded data: playback
 * waits there. Returns a function that stops it.
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
