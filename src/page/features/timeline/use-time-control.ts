import { MINUTE_MS } from '../../../core/time/durations.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'

export interface TimeControl {
  /** Null is live. */
  seek(ms: number | null): void
  step(steps: number): void
  /** Plays or pauses; from live it plays the window again. */
  toggle(): void
  live(): void
}

/** Navigation to another moment, between `oldestMs` and now; `byMs` is one step. */
export function useTimeControl(oldestMs: number, byMs: number): TimeControl {
  const { clock } = useServerConnection()
  const seek = (ms: number | null) => {
    const { showAt } = usePage.getState()
    showAt(ms === null || ms >= clock.now() - byMs / 4 ? null : Math.max(ms, oldestMs))
  }
  return {
    seek,
    step(steps) {
      const { shownAtMs, setPlaying } = usePage.getState()
      setPlaying(false)
      seek((shownAtMs ?? clock.now()) + steps * byMs)
    },
    toggle() {
      const { shownAtMs, windowMinutes, playing, showAt, setPlaying } = usePage.getState()
      if (shownAtMs === null) showAt(clock.now() - windowMinutes * MINUTE_MS)
      setPlaying(!playing)
    },
    live: () => usePage.getState().showAt(null),
  }
}
