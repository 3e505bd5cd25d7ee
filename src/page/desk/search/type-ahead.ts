import { type RefObject, useEffect, useRef } from 'react'
import { isShortcut, isTyping } from '../../input/use-shortcuts.ts'

/**
 * A letter that is nobody's shortcut begins a search, wherever the focus is: with a code of four letters there is no
 * key to press before it. What follows goes into the field by itself.
 */
export function useTypeAhead(field: RefObject<HTMLInputElement | null>, onBegin: () => void): void {
  const latest = useRef(onBegin)
  useEffect(() => {
    latest.current = onBegin
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      if (!/^[a-z]$/i.test(event.key) || isShortcut(event.key) || isTyping(event)) return
      if (!field.current || document.querySelector('dialog[open]')) return
      latest.current()
      field.current.focus() // the letter itself then is typed there
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [field])
}
