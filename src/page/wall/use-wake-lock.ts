import { useEffect } from 'react'

/** Keeps the screen awake, where the browser can; asked for again whenever the page comes back into sight. */
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
        // Refused, on a low battery for one: the next time the page is shown it is asked for again.
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
