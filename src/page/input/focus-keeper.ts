import { pressKey } from './use-shortcuts.ts'

/** Maximum stored focus history. */
const STEPS_MAX = 24
const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])'
/** Where the next letter would be typed. */
const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea'
const LANDMARKS = 'aside, header, nav, section, search, dialog, [role=dialog]'

/** Where the focus was, the newest last. */
const steps: HTMLElement[] = []
/** The ancestors of the latest focused element, up to its landmark. */
let around: Element[] = []

/**
 * Restores the focus when the focused element disappears, for example in a closing panel: to its replacement, else to
 * where it came from, else to the map. Returns a function that stops this.
 */
export function keepFocus(): () => void {
  const observer = new MutationObserver(() => document.activeElement === document.body && rescue())
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', note)
  addEventListener('keydown', onKeyDown, true)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', note)
    removeEventListener('keydown', onKeyDown, true)
  }
}

/**
 * Elements that were hidden or disabled, not removed, are detected at the next key. Its target is the body then: Escape
 * would close something else than the panel of that element.
 */
function onKeyDown(event: KeyboardEvent): void {
  if (!isFocusLost()) return
  rescue()
  const { activeElement } = document
  if (event.key !== 'Escape' || !activeElement) return
  event.stopImmediatePropagation()
  event.preventDefault()
  pressKey(event.key, { target: activeElement })
}

/** Whether the focused element was removed and no other element has the focus. */
export function isFocusLost(): boolean {
  const last = steps.at(-1)
  const { activeElement, body } = document
  return last !== undefined && (activeElement === body || activeElement === last) && !isThere(last)
}

/**
 * Restores the focus to where it was, else to the map; never into a field, where the next letter would be no shortcut.
 */
export function stepBack(): void {
  const before = steps.findLast((step) => isThere(step) && !step.matches(FIELDS))
  const target = before ?? document.querySelector<HTMLElement>('canvas[tabindex]')
  target?.focus({ preventScroll: true })
}

/** Returns the focus to the opener, if it still exists. */
export function returnTo(opener: Element | null): void {
  if (opener instanceof HTMLElement && isThere(opener) && !opener.matches(FIELDS)) opener.focus({ preventScroll: true })
  else stepBack()
}

/** The first thing in there that the tab key stops at. */
export function firstStopIn(place: Element): HTMLElement | null {
  const stops = [...place.querySelectorAll<HTMLElement>(STOPS)]
  return stops.find((stop) => stop.tabIndex >= 0 && isThere(stop)) ?? null
}

function note({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || target === document.body) return
  steps.push(target)
  if (steps.length > STEPS_MAX) steps.shift()
  const outwards: Element[] = []
  for (let each = target.parentElement; each; each = each.parentElement) outwards.push(each)
  around = outwards.slice(0, outwards.findLastIndex((each) => each.matches(LANDMARKS)) + 1)
}

function rescue(): void {
  if (!isFocusLost()) return
  const instead = around.find((place) => place.isConnected && firstStopIn(place))
  if (instead) firstStopIn(instead)?.focus({ preventScroll: true })
  else stepBack()
}

/** Called after each change of the page: reading the position would force a layout each time. */
function isThere(element: HTMLElement): boolean {
  const takesFocus = element.tabIndex >= 0 || element.hasAttribute('tabindex')
  return takesFocus && element.isConnected && element.checkVisibility() && !element.matches(':disabled')
}
