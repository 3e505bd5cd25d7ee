import { useLayoutEffect, useRef } from 'react'

/** Action of a key; `false` means that it had no effect, and passes the key on. */
type Shortcut = (event: KeyboardEvent) => unknown

/** Keys dispatched by commands or after a delay; they are never delayed again. */
const onBehalf = new WeakSet<Event>()

const known = new Set<() => Record<string, Shortcut>>()

/** Keys of parts that load after the desk. */
export const LATE_KEYS = 'abejw'
const LATE_MS = 10_000
/** The last key, which a part that loads after it may still take. */
let last: KeyboardEvent | null = null

/**
 * Single keys (named in lower case, `shift+` before it where that makes a difference), wherever the focus is, except
 * letters while typing or while a form is open, and together with other modifiers.
 */
export function useShortcuts(shortcuts: Record<string, Shortcut>): void {
  const latest = useRef(shortcuts)
  // With the screen itself: a key pressed as soon as it is visible must not be lost.
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.key.length === 1 && !onBehalf.has(event) && (isTyping(event) || keysAreKept())) return
      last = event
      const key = event.key.toLowerCase()
      const run = (event.shiftKey && latest.current[`shift+${key}`]) || latest.current[key]
      if (run && run(event) !== false) event.preventDefault()
    }
    const keys = () => latest.current
    known.add(keys)
    addEventListener('keydown', onKeyDown)
    if (last && LATE_KEYS.includes(last.key.toLowerCase()) && performance.now() - last.timeStamp < LATE_MS)
      onKeyDown(last)
    return () => {
      known.delete(keys)
      removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

export function isShortcut(key: string): boolean {
  const lower = key.toLowerCase()
  return LATE_KEYS.includes(lower) || [...known].some((keys) => lower in keys())
}

/** Runs the shortcut of a key; `target` is the element that received it. */
export function pressKey(
  key: string,
  { target = window, shiftKey = false }: { target?: EventTarget; shiftKey?: boolean } = {},
): void {
  const event = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true })
  onBehalf.add(event)
  target.dispatchEvent(event)
}

export function isOnBehalf(event: KeyboardEvent): boolean {
  return onBehalf.has(event)
}

/** Whether a dialog or form is open: shortcuts are suspended. */
export function keysAreKept(): boolean {
  return document.querySelector('dialog[open], [data-keeps-keys]') !== null
}

export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]):not([type=radio]), select, textarea') !== null
  )
}
