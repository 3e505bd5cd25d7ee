import type { Map as MapLibreMap } from 'maplibre-gl'
import { afterEach, expect, it, vi } from 'vitest'
import { pauseDoubleClickZoom } from './pause-double-click-zoom.ts'

afterEach(() => vi.useRealTimers())

it('does not zoom by the double click that ends a drawing, but by later ones', () => {
  vi.useFakeTimers()
  let zooms = true
  const doubleClickZoom = { disable: () => (zooms = false), enable: () => (zooms = true) }
  const resume = pauseDoubleClickZoom({ doubleClickZoom } as unknown as MapLibreMap)
  resume() // by the second click; the double click follows at once
  expect(zooms).toBe(false)
  vi.runAllTimers()
  expect(zooms).toBe(true)
})
