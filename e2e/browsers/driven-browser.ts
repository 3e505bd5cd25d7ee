/** A browser driven like by a person, independent of its engine. */
export interface DrivenBrowser {
  /** Its name and version. */
  name: string
  open(url: string): Promise<void>
  /** Visible texts of elements with this role and name, in document order; spaces are normalised. */
  texts(role: Role, name: RegExp): Promise<string[]>
  /** Clicks the first match; rejects if there is none, or if it is covered. */
  click(role: Role, name: RegExp): Promise<void>
  type(text: string): Promise<void>
  press(key: 'Enter' | 'Escape'): Promise<void>
  /** Writes a screenshot as PNG. */
  screenshot(path: string): Promise<void>
  /** Errors of the page since the last call: uncaught errors and console errors. */
  complaints(): Promise<string[]>
  close(): Promise<void>
}

/** The selectors of roles as this page writes them: a button is one that can be pressed, a chart a figure with a picture that was drawn. */
export const SELECTORS = {
  alert: '[role=alert]',
  button: 'button:not(:disabled, [aria-disabled=true])',
  chart: 'figure:has(img[src])',
  list: 'ul, ol, [role=list]',
  main: 'main',
  navigation: 'nav',
  region: 'section, [role=region]',
  row: 'tr, [role=row]',
  status: 'output, [role=status]',
  textbox: 'input:not([type]), input[type=text]',
} as const

export type Role = keyof typeof SELECTORS

/** CSS pixels of the window. */
export const SIZE = { width: 1_440, height: 900 }

/** Runs in the page: the visible matching elements with a label (or text without one) of that pattern. */
export function findElements(selector: string, pattern: string): HTMLElement[] {
  const wanted = new RegExp(pattern)
  const nameOf = (element: HTMLElement) => {
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean)
    const labels = [...ids.map((id) => document.getElementById(id)), ...((element as HTMLInputElement).labels ?? [])]
    const words = labels.length > 0 ? labels.map((each) => each?.textContent ?? '').join(' ') : element.textContent
    return element.getAttribute('aria-label') ?? words
  }
  return [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => element.checkVisibility() && wanted.test(nameOf(element).replace(/\s+/g, ' ').trim()),
  )
}

/** Runs in the page. */
export function wordsOf(elements: HTMLElement[]): string[] {
  return elements.map((element) => (element.textContent ?? '').replace(/\s+/g, ' '))
}
