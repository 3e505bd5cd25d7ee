// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { usePage } from '../../state/page-store.ts'
import { fly, isElsewhere } from './map-camera.ts'

afterEach(() => {
  document.body.innerHTML = ''
  usePage.getState().select(null)
  vi.restoreAllMocks()
})

const HERE = { lng: 121.80512, lat: 31.14334 }

it('keeps room for the target of a flight', () => {
  expect(isElsewhere({ lon: 113.3, lat: 23.4 }, HERE)).toBe(true)
})

it('keeps the centre when it only zooms in', () => {
  expect(isElsewhere({ lon: HERE.lng, lat: HERE.lat }, HERE)).toBe(false)
})

it('returns to a view exactly, despite rounding in the URL', () => {
  expect(isElsewhere({ lon: 121.805, lat: 31.143, isBack: true }, HERE)).toBe(false)
})

it('shows a place between the open log and its panel, at a desk without a log in the middle', () => {
  const easeTo = vi.fn()
  const map = { easeTo, getCenter: () => ({ lng: 94, lat: 37 }) } as unknown as Parameters<typeof fly>[0]
  const flight = { lat: 31.16, lon: 121.83, zoom: 10 }
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: query.length === 0 }) as MediaQueryList)
  usePage.getState().select({ kind: 'place', id: 'golf' })
  fly(map, flight)
  document.body.innerHTML = '<div data-cover="true"></div>'
  fly(map, flight)
  usePage.getState().select(null)
  fly(map, flight)
  expect(easeTo.mock.calls.map(([{ offset }]) => offset)).toEqual([
    [0, 0],
    [180, 0], // 820 px from the left of 1280: the panel begins at 868
    [0, 0],
  ])
})
