import { useSyncExternalStore } from 'react'

/** The theme that the document wears. What paints on a canvas reads its colours from CSS, and must paint again with it. */
export function useThemeName(): string {
  return useSyncExternalStore(subscribe, () => document.documentElement.dataset.theme ?? 'dark')
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
