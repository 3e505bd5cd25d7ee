import { useMemo } from 'react'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'

export type TimeControl = ReturnType<typeof useTimeControl>

/** Navigation to another moment, at most `reachMs` ago; `byMs` is one step. The same object every second. */
export function useTimeControl(reachMs: number, byMs: number) {
  const { clock } = useServerConnection()
  return useMemo(() => {
    const seek = (ms: number | null) => {
      const { showAt } = usePage.getState()
      const nowMs = clock.now()
      showAt(ms === null || ms >= nowMs - byMs / 4 ? null : Math.max(ms, nowMs - reachMs))
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
  }, [clock, reachMs, byMs])
}
