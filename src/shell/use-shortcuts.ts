import { useEffect, useRef } from 'react'

/** The keys of everybody who has shortcuts at this time. */
const known = new Set<() => Record<string, () => void>>()

/**
 * Single keys (named in lower case, `shift+` before it where that makes a difference), wherever the focus is, except
 * while typing and together with other modifiers.
 */
export function useShortcuts(shortcuts: Record<string, () => void>): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return
      const key = event.key.toLowerCase()
      const run = (event.shiftKey && latest.current[`shift+${key}`]) || latest.current[key]
      if (!run) return
      event.preventDefault()
      run()
    }
    const keys = () => latest.current
    known.add(keys)
    addEventListener('keydown', onKeyDown)
    return () => {
      known.delete(keys)
      removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

/** Whether a key does something by itself just now. */
export function isShortcut(key: string): boolean {
  return [...known].some((keys) => key.toLowerCase() in keys())
}

/** What is pressed goes into a field. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]):not([type=radio]), select, textarea') !== null
  )
}
