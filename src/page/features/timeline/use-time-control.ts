import { MINUTE_MS } from '../../../core/time/durations.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'

export type TimeControl = ReturnType<typeof useTimeControl>

/** Navigation to another moment, between `oldestMs` and now; `byMs` is one step. */
export function useTimeControl(oldestMs: number, byMs: number) {
  const { clock } = useServerConnection()
  const seek = (ms: number | null) => {
    const { showAt } = usePage.getState()
    showAt(ms === null || ms >= clock.now() - byMs / 4 ? null : Math.max(ms, oldestMs))
  }
  return {
    /** Null is live. */
    seek,
    step(steps: number): void {
      const { shownAtMs, setPlaying } = usePage.getState()
      setPlaying(false)
      seek((shownAtMs ?? clock.now()) + steps * byMs)
    },
    /** Plays or pauses; from live it plays the window again. */
    toggle(): void {
      const { shownAtMs, windowMinutes, playing, showAt, setPlaying } = usePage.getState()
      if (shownAtMs === null) showAt(clock.now() - windowMinutes * MINUTE_MS)
      setPlaying(!playing)
    },
    live: (): void => usePage.getState().showAt(null),
  }
}
