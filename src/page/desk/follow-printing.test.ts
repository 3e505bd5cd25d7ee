import { afterEach, expect, it, vi } from 'vitest'
import type { Theme } from '../state/view.ts'
import { followPrinting } from './follow-printing.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A dark page that receives print events. */
function openPage() {
  const page = new EventTarget()
  const dataset: Record<string, string> = { theme: 'dark' }
  vi.stubGlobal('document', { documentElement: { dataset } })
  for (const name of ['addEventListener', 'removeEventListener'] as const) vi.stubGlobal(name, page[name].bind(page))
  const chosen: { theme: Theme } = { theme: 'dark' }
  const stop = followPrinting(() => chosen.theme)
  return { tell: (name: string) => page.dispatchEvent(new Event(name)), worn: () => dataset.theme, chosen, stop }
}

it('uses the light theme while printing, and restores once for repeated events', () => {
  const { tell, worn } = openPage()
  for (const name of ['beforeprint', 'beforeprint']) tell(name)
  expect(worn()).toBe('light')
  tell('afterprint')
  expect(worn()).toBe('dark')
  tell('afterprint')
  expect(worn()).toBe('dark')
})

it('restores the present choice', () => {
  const { tell, worn, chosen } = openPage()
  tell('beforeprint')
  chosen.theme = 'light'
  tell('afterprint')
  expect(worn()).toBe('light')
})

it.each(['keydown', 'pointerdown'])('restores at a %s if the browser fires no event after printing', (deed) => {
  const { tell, worn } = openPage()
  tell('beforeprint')
  tell(deed)
  expect(worn()).toBe('dark')
})

it('restores when the desk unmounts', () => {
  const { tell, worn, stop } = openPage()
  tell('beforeprint')
  stop()
  expect(worn()).toBe('dark')
})
