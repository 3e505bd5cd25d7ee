import { useSyncExternalStore } from 'react'

/** The theme of the document. Canvas painters read colours from CSS, and must repaint with it. */
export function useThemeName(): string {
  return useSyncExternalStore(subscribe, () => document.documentElement.dataset.theme ?? 'dark')
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
