import { useSyncExternalStore } from 'react'

const REDUCE = '(prefers-reduced-motion: reduce)'

/**
 * So many rings of one kind open over the map at once: each is an element of the page, and where something is told of thousands
 * of places there is no news of each of them.
 */
export const PULSES_MAX = 12

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
