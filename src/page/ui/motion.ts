import { useSyncExternalStore } from 'react'

const REDUCE = '(prefers-reduced-motion: reduce)'

/** Whether the person at the screen asked for no motion but that of the data; what CSS moves, `base.css` stops. */
export function asksForCalm(): boolean {
  return matchMedia(REDUCE).matches
}

/** The same, and again when they change their mind. */
export function useCalm(): boolean {
  return useSyncExternalStore(subscribe, asksForCalm)
}

function subscribe(changed: () => void): () => void {
  const query = matchMedia(REDUCE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
