import { type RefObject, useLayoutEffect, useRef } from 'react'

interface PaletteComingProps {
  /** Initial text of the palette. */
  typed: RefObject<string>
  onClose(): void
}

/** While the palette loads: collects typed letters, which are not shortcuts meanwhile. */
export function PaletteComing({ typed, onClose }: PaletteComingProps) {
  const close = useRef(onClose)
  useLayoutEffect(() => {
    close.current = onClose
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') close.current()
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (event.key.length === 1) typed.current += event.key
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [typed])
  return <span hidden data-keeps-keys />
}
