// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import type { FeatureCollection } from 'geojson'
import { expect, it, vi } from 'vitest'
import { NO_FEATURES, useSourceData } from './map-hooks.ts'

const held = vi.hoisted(() => {
  const listeners = new Set<(event: { sourceId: string }) => void>()
  const sources = new Map<string, { setData(data: unknown): void }>()
  const map = {
    getSource: (id: string) => sources.get(id),
    on(_: string, listener: (event: { sourceId: string }) => void) {
      listeners.add(listener)
      return { unsubscribe: () => listeners.delete(listener) }
    },
  }
  return { listeners, sources, map }
})
vi.mock('@vis.gl/react-maplibre', () => ({ useMap: () => ({ current: { getMap: () => held.map } }) }))

const place = (lon: number): FeatureCollection => ({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: { perMin: 4 }, geometry: { type: 'Point', coordinates: [lon, 31] } }],
})

/** A source that appears on the map, and the data that it received. */
function bring(id: string): unknown[] {
  const given: unknown[] = []
  held.sources.set(id, { setData: (data) => given.push(data) })
  for (const listener of [...held.listeners]) listener({ sourceId: id })
  return given
}

it('a source gets its data on arrival, and again only on a change', () => {
  const { rerender, unmount } = renderHook(({ data }) => useSourceData('middles', data), {
    initialProps: { data: NO_FEATURES },
  })
  const given = bring('middles')
  expect(given).toEqual([NO_FEATURES])
  rerender({ data: place(121) })
  for (let second = 0; second < 60; second++) rerender({ data: place(121) })
  expect(given).toEqual([NO_FEATURES, place(121)])
  rerender({ data: place(121.001) })
  rerender({ data: place(121) })
  expect(given).toHaveLength(4)
  unmount()
  expect(held.listeners.size).toBe(0)
})

it('the source of a new style gets the data of the previous one', () => {
  const { rerender } = renderHook(({ data }) => useSourceData('outlines', data), { initialProps: { data: place(1) } })
  expect(bring('outlines')).toEqual([place(1)])
  rerender({ data: place(1) })
  expect(bring('outlines')).toEqual([place(1)])
  expect(bring('another')).toEqual([])
})
