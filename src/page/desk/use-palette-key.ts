import { useEffect, useRef } from 'react'

/** Ctrl or ⌘ with K, wherever the focus is. */
export function usePaletteKey(toggle: () => void) {
  const latest = useRef(toggle)
  useEffect(() => {
    latest.current = toggle
  })
  useEffect(() => {
    const keydown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', keydown)
    return () => removeEventListener('keydown', keydown)
  }, [])
}
