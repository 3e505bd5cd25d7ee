import { expect, it } from 'vitest'
import { basemapStyle } from './basemap/style.ts'
import { dimmed, SLOTS, withSlots } from './slots.ts'

const own = () =>
  withSlots(basemapStyle({ theme: 'dark', lang: 'en', tilesUrl: 't', projection: 'mercator', graticule: false }))
const ids = ({ layers }: { layers: { id: string }[] }) => layers.map(({ id }) => id)

it('darkens the ground, and leaves what hazards draw, borders and names as they are', () => {
  const style = dimmed(own(), 0.4)
  const at = ids(style).indexOf('dim')
  expect(style.layers[at]).toMatchObject({ type: 'background', paint: { 'background-opacity': 0.4 } })
  expect(ids(style).indexOf('land')).toBeLessThan(at)
  expect(ids(style)[at + 1]).toBe(SLOTS.areas)
  expect(ids(style).indexOf('borders')).toBeGreaterThan(at)
})

it('leaves a style alone that is not to be darker', () => {
  const style = own()
  expect(dimmed(style, 0)).toBe(style)
})

it('darkens the whole of a foreign style, below the hazards', () => {
  const style = withSlots({ version: 8, sources: {}, layers: [{ id: 'theirs', type: 'background' }] })
  expect(ids(dimmed(style, 0.2)).slice(0, 4)).toEqual(['theirs', SLOTS.relief, 'dim', SLOTS.areas])
})
