import { afterEach, expect, it, vi } from 'vitest'
import { followPrinting } from './follow-printing.ts'

afterEach(() => vi.unstubAllGlobals())

it('wears light for as long as it prints, and then what was worn before, however often it was told', () => {
  const heard = new EventTarget()
  const dataset = { theme: 'dark' }
  vi.stubGlobal('document', { documentElement: { dataset } })
  vi.stubGlobal('addEventListener', heard.addEventListener.bind(heard))
  followPrinting()
  for (const name of ['beforeprint', 'beforeprint']) heard.dispatchEvent(new Event(name))
  expect(dataset.theme).toBe('light')
  heard.dispatchEvent(new Event('afterprint'))
  expect(dataset.theme).toBe('dark')
  dataset.theme = 'light'
  heard.dispatchEvent(new Event('afterprint'))
  expect(dataset.theme).toBe('light')
})
