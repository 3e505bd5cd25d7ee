import { firstStopIn } from './focus-keeper.ts'

/** Moves the focus to the next region with controls, or with -1 to the previous one. */
export function goToRegion(by: 1 | -1): void {
  const parts = [...document.querySelectorAll<HTMLElement>('[data-part]')].filter(stopOf)
  const here = parts.findIndex((part) => part.contains(document.activeElement))
  const next = here < 0 ? (by > 0 ? 0 : parts.length - 1) : (here + by + parts.length) % parts.length
  const part = parts[next]
  if (part) stopOf(part)?.focus()
}

/** A panel is read from its beginning; of the rest the first thing to operate takes the focus. */
function stopOf(part: HTMLElement): HTMLElement | null {
  const first = firstStopIn(part)
  return first && part.tabIndex === -1 && part.hasAttribute('tabindex') ? part : first
}
