import { useEffect } from 'react'

/** Keeps the screen awake if the browser supports it; requested again whenever the page becomes visible. */
export function useWakeLock(): void {
  useEffect(() => {
    let held: WakeLockSentinel | null = null
    let over = false
    const ask = async () => {
      if (document.hidden || !navigator.wakeLock || (held && !held.released)) return
      try {
        const lock = await navigator.wakeLock.request('screen')
        if (over) await lock.release()
        else held = lock
      } catch {
        // Refused, for example at low battery: requested again when the page becomes visible.
      }
    }
    const shown = () => void ask()
    shown()
    document.addEventListener('visibilitychange', shown)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', shown)
      void held?.release()
    }
  }, [])
}
