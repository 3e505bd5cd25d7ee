import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let shown: typeof import('./paint-timing.ts')

beforeEach(async () => {
  vi.resetModules()
  shown = await import('./paint-timing.ts')
  vi.spyOn(performance, 'now').mockReturnValue(800)
})
afterEach(() => vi.restoreAllMocks())

it('marks the first time alone', () => {
  const mark = vi.spyOn(performance, 'mark')
  expect(shown.wasShown('strikes')).toBe(false)
  shown.markShown('strikes')
  shown.markShown('strikes')
  expect(mark.mock.calls).toEqual([['brontide strikes']])
  expect([shown.wasShown('strikes'), shown.wasShown('map')]).toEqual([true, false])
})

it('reports that the page is opening until its map is drawn', () => {
  expect(shown.isOpening()).toBe(true)
  shown.markShown('strikes')
  expect(shown.isOpening()).toBe(true)
  shown.markShown('map')
  expect(shown.isOpening()).toBe(false)
})

it('does not wait for a map that takes too long', () => {
  vi.mocked(performance.now).mockReturnValue(8_100)
  expect(shown.isOpening()).toBe(false)
})
