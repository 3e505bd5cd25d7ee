import { useEffect, useRef } from 'react'
import { keysAreKept, useShortcuts } from '../../input/use-shortcuts.ts'

/** What does something of its own at a press of space: buttons, links, boxes and most that has a role; a slider does not. */
const TAKES_SPACE =
  'button, a, input, select, textarea, summary, [role]:not([role=region], [role=slider]), [contenteditable]'

/** `[` and `]` step, held they go on; space plays; `.` is live. */
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
