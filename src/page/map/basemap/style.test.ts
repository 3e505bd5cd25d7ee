import { createRequire } from 'node:module'
import type { StyleSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { describe, expect, it } from 'vitest'
import type { Lang } from '../../../locales/languages.ts'
import { SLOTS } from '../slots.ts'
import { type BasemapTheme, basemapColours } from './colours.ts'
import { basemapStyle } from './style.ts'

// The style validator of the map library, which is not one of our dependencies
const ofMaplibre = createRequire(createRequire(import.meta.url).resolve('maplibre-gl/package.json'))
const { validateStyleMin } = ofMaplibre('@maplibre/maplibre-gl-style-spec') as {
  validateStyleMin(style: StyleSpecification): { message: string }[]
}

const tilesUrl = 'http://127.0.0.1:8080/basemap/{z}/{x}/{y}'
const variants = (['dark', 'light'] satisfies BasemapTheme[]).flatMap((theme) =>
  (['en', 'zh'] satisfies Lang[]).map((lang) => ({ theme, lang })),
)
const idsOf = (style: StyleSpecification) => style.layers.map((layer) => layer.id)

describe('the base map style', () => {
  it.each(variants)('is valid in $theme and $lang', ({ theme, lang }) => {
    const style = basemapStyle({ theme, lang, tilesUrl })
    expect(validateStyleMin(style).map((error) => error.message)).toEqual([])
  })

  it('is valid as a globe', () => {
    const style = basemapStyle({ theme: 'dark', lang: 'en', tilesUrl, projection: 'globe' })
    expect(validateStyleMin(style)).toEqual([])
    expect(style.projection).toEqual({ type: 'globe' })
    expect(style.sky).toBeDefined()
  })

  it('has no sky while it is flat', () => {
    expect(basemapStyle({ theme: 'dark', lang: 'en', tilesUrl })).not.toHaveProperty('sky')
  })

  it('has the same layers and sources in each theme and language', () => {
    const [first, ...others] = variants.map((variant) => basemapStyle({ ...variant, tilesUrl }))
    for (const other of others) {
      expect(idsOf(other)).toEqual(idsOf(first!))
      expect(other.sources).toEqual(first!.sources)
    }
  })

  it('fetches only tiles from the given URL', () => {
    const style = basemapStyle({ theme: 'dark', lang: 'en', tilesUrl })
    expect(style.glyphs).toBeUndefined()
    expect(style.sprite).toBeUndefined()
    expect(JSON.stringify(style).match(/https?:[^"]*/g)).toEqual([tilesUrl])
  })

  it('has slots for hazards, from areas below the borders to the selection on top', () => {
    const ids = idsOf(basemapStyle({ theme: 'dark', lang: 'en', tilesUrl }))
    const order = [
      'land',
      'home',
      SLOTS.relief,
      'urban',
      'lakes',
      'railways',
      'roads',
      'roads-main',
      SLOTS.areas,
      'coast',
      'borders',
      SLOTS.marks,
      SLOTS.strikes,
      SLOTS.storms,
      'sea-labels',
      'place-labels',
      'country-labels',
      'seat-labels',
      SLOTS.top,
      SLOTS.airports,
      SLOTS.labels,
      SLOTS.selection,
    ]
    const positions = order.map((id) => ids.indexOf(id))
    expect(positions).not.toContain(-1)
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
    expect(ids.at(-1)).toBe(SLOTS.selection)
    expect(ids.filter((id) => id.startsWith('slot-'))).toEqual(Object.values(SLOTS))
  })

  it('draws nothing in a slot', () => {
    const style = basemapStyle({ theme: 'dark', lang: 'en', tilesUrl })
    const slots = style.layers.filter((layer) => layer.id.startsWith('slot-'))
    expect(new Set(slots.map((layer) => layer.layout?.visibility))).toEqual(new Set(['none']))
  })

  it('names places in the chosen language and falls back to the other', () => {
    const textField = (lang: Lang) =>
      basemapStyle({ theme: 'dark', lang, tilesUrl })
        .layers.filter((layer) => layer.type === 'symbol')
        .filter(({ id }) => id !== 'runway-labels') // numbers alone
        .map((layer) => layer.layout?.['text-field'])
    expect(new Set(textField('zh').map((field) => JSON.stringify(field)))).toEqual(
      new Set(['["coalesce",["get","name_zh"],["get","name_en"]]']),
    )
    expect(new Set(textField('en').map((field) => JSON.stringify(field)))).toEqual(
      new Set(['["coalesce",["get","name_en"],["get","name_zh"]]']),
    )
  })

  it('dims the land around China up to the view of a region, and none where another area is of interest', () => {
    const landOf = (homeStandsOut: boolean) => {
      const land = basemapStyle({ theme: 'dark', lang: 'en', tilesUrl, homeStandsOut }).layers.find(
        ({ id }) => id === 'land',
      )
      return land?.type === 'fill' ? land.paint?.['fill-color'] : null
    }
    const { land, abroad } = basemapColours('dark')
    expect(landOf(true)).toEqual(['interpolate', ['linear'], ['zoom'], 6, abroad, 8, land])
    expect(landOf(false)).toBe(land)
  })

  it('names the seats of provinces at every zoom that names places, and no place twice', () => {
    const { layers } = basemapStyle({ theme: 'dark', lang: 'zh', tilesUrl })
    const layer = (id: string) => layers.find((each) => each.id === id) as SymbolLayerSpecification
    expect(layer('seat-labels')).toMatchObject({
      minzoom: layer('place-labels').minzoom,
      filter: ['has', 'seat'],
      layout: { 'text-overlap': 'always' },
    })
    expect(layer('place-labels').filter).toContainEqual(['!', ['has', 'seat']])
  })

  it('draws main roads in full at zoom 12', () => {
    const { layers } = basemapStyle({ theme: 'dark', lang: 'en', tilesUrl })
    const roads = layers.find(({ id }) => id === 'roads-main')
    expect(roads?.type === 'line' && roads.paint?.['line-opacity']).toEqual([
      'interpolate',
      ['linear'],
      ['zoom'],
      6,
      0,
      7,
      1,
      12,
      1,
      14,
      0,
    ])
  })

  it('never slants Chinese names', () => {
    expect(JSON.stringify(basemapStyle({ theme: 'dark', lang: 'zh', tilesUrl }))).not.toContain('Italic')
  })
})
