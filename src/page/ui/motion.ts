import { useSyncExternalStore } from 'react'

const REDUCE = '(prefers-reduced-motion: reduce)'

/** Whether the user prefers reduced motion; CSS motion is stopped by `base.css`. */
export function prefersReducedMotion(): boolean {
  return matchMedia(REDUCE).matches
}

/** The same, and again when they change their mind. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, prefersReducedMotion)
}

function subscribe(changed: () => void): () => void {
  const query = matchMedia(REDUCE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
