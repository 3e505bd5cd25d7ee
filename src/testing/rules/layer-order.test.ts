import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SLOTS, type Slot } from '../../page/map/slots.ts'

const page = join(import.meta.dirname, '../../page')

/** The users of each slot, by file. A slot with several users lists all of them. */
const LIES_IN: Record<keyof typeof SLOTS, readonly string[]> = {
  relief: ['map/basemap/relief-layer.tsx'],
  areas: ['features/accumulations/sums-layer.tsx', 'map/basemap/night-layer.tsx', 'map/hatched-areas.tsx'],
  pictures: ['features/own-layers/picture-layer.tsx', 'features/own-layers/shape-layers.tsx'],
  marks: [
    'features/chance/chance-layer.tsx',
    'features/fires/fire-layer.tsx',
    'features/own-layers/shape-layers.tsx',
    'features/watch/places/place-layer.tsx',
  ],
  strikes: ['features/lightning/layer/lightning-layer.tsx'],
  storms: ['features/storms/storm-layer.tsx'],
  top: ['features/lightning/layer/range-rings.tsx', 'features/watch/places/place-layer.tsx'],
  airports: ['features/airports/layer/airport-layer.tsx', 'features/watch/places/place-layer.tsx'],
  labels: ['features/chance/chance-layer.tsx', 'features/storms/storm-layer.tsx'],
  selection: [
    'features/airports/layer/airport-layer.tsx',
    'features/fires/fire-layer.tsx',
    'features/hold-timer/highlight-layer.tsx',
    'features/point/nearby/fire-area-layer.tsx',
    'features/point/place-mark.tsx',
    'features/storms/selected-storm.tsx',
    'features/watch/drawing/drawing-layer.tsx',
  ],
}

const sources = readdirSync(page, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
  .map((path) => ({ path, text: readFileSync(join(page, path), 'utf8') }))

describe('the order of the map', () => {
  it('matches the slots, each with its listed users', () => {
    const found = Object.keys(SLOTS).map((slot) => [
      slot,
      sources
        .filter(({ text }) => new RegExp(`SLOTS\\.${slot}\\b`).test(text))
        .map(({ path }) => path)
        .sort(),
    ])
    expect(Object.fromEntries(found)).toEqual(LIES_IN)
  })

  it('has a defined place for every layer', () => {
    for (const { path, text } of sources) {
      const layers = text.match(/<Layer$|<Layer [^/]/gm)?.length ?? 0
      const placed = text.match(/beforeId[=:]|\{\.\.\.line\(/g)?.length ?? 0
      expect(placed, path).toBeGreaterThanOrEqual(path === 'map/map-layers.tsx' ? 0 : layers)
    }
  })

  it('matches the documents', () => {
    const told = readFileSync(join(page, '../../docs/lightning.md'), 'utf8').matchAll(/`(slot-[a-z]+)`/g)
    expect([...told].map(([, slot]) => slot as Slot)).toEqual(Object.values(SLOTS))
  })
})
