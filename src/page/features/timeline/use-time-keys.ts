import { useEffect, useRef } from 'react'
import { keysAreKept, useShortcuts } from '../../input/use-shortcuts.ts'

/** Elements that handle the space key: buttons, links, boxes and most with a role; not sliders. */
const TAKES_SPACE =
  'button, a, input, select, textarea, summary, [role]:not([role=region], [role=slider]), [contenteditable]'

/** `[` and `]` step, also repeatedly while held; space plays; `.` is live. */
export function useTimeKeys(keys: { step(steps: number): void; toggle(): void; live(): void }): void {
  useShortcuts({ '[': () => keys.step(-1), ']': () => keys.step(1), '.': keys.live })
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (
        keysAreKept() ||
        event.defaultPrevented ||
        (event.target instanceof Element && event.target.closest(TAKES_SPACE))
      )
        return
      event.preventDefault()
      latest.current.toggle()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
