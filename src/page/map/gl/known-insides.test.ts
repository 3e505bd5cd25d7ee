import { getVersion } from 'maplibre-gl'
import { afterEach, expect, it, vi } from 'vitest'
import { knowsInsides } from './known-insides.ts'

afterEach(() => vi.unstubAllGlobals())

it('matches the internals of the installed MapLibre', () => {
  expect(knowsInsides()).toBe(true)
  expect(knowsInsides(getVersion())).toBe(true)
})

it.each(['6.17.1', '6.18.0', '7.0.0'])('leaves another MapLibre as it is: %s', (version) => {
  expect(knowsInsides(version)).toBe(false)
})

it('leaves it as it is where the page is to have the plain map', () => {
  vi.stubGlobal('brontidePlainMap', true)
  expect(knowsInsides()).toBe(false)
})
