import type { Point } from 'geojson'
import { describe, expect, it } from 'vitest'
import { labelLayers, placeLayer, settlementLayer } from './labels.ts'
import type { BoundarySet, Topology } from './layer.ts'

const places = {
  fields: ['name_en', 'name_zh', 'a3', 'lon', 'lat', 'scalerank', 'min_zoom', 'capital'],
  rows: [
    ['Taipei', '台北', 'TWN', 121.6, 25, 1, 3.7, 2],
    ['Hong Kong', '香港', 'HKG', 114.2, 22.3, 0, 3, 2],
    ['Beijing', '北京', 'CHN', 116.4, 39.9, 0, 2, 2],
    ['Haikou', '海口', 'CHN', 110.3, 20, 6, 6, 1],
    ['Zhaotang', '昭通', 'CHN', 103.7, 27.3, 6, 6, 1],
    ['Shenyeng', '沈阳', 'CHN', 123.4, 41.8, 2, 4, 0],
    ['Nowhere', null, 'CHN', 102.7, 29.4, 6, 6, 0],
  ],
}

const placesOf = (set: BoundarySet) =>
  new Map(placeLayer(places, set).features.map(({ properties }) => [properties.name_en, properties]))

describe('places', () => {
  it('are capitals by the point of view of the set', () => {
    expect(placesOf('default').get('Taipei')?.capital).toBe(2)
    expect(placesOf('chn').get('Taipei')?.capital).toBe(1)
    expect(placesOf('default').get('Hong Kong')?.capital).toBe(1)
  })

  it('show Beijing and the provincial capitals of China early, and only those', () => {
    const found = placesOf('default')
    expect(found.get('Beijing')).toMatchObject({ capital: 2, seat: 1, from: 2 })
    expect(found.get('Haikou')).toMatchObject({ capital: 1, seat: 1, from: 3 })
    expect(found.get('Shenyang')).toMatchObject({ capital: 1, seat: 1, from: 3, name_zh: '沈阳' })
    expect(found.get('Zhaotong')).toMatchObject({ capital: 0, from: 6 })
    expect(found.get('Zhaotong')).not.toHaveProperty('seat')
    expect(found.get('Taipei')).not.toHaveProperty('seat')
  })

  it('leave a missing name out', () => {
    expect(placesOf('default').get('Nowhere')).not.toHaveProperty('name_zh')
  })
})

describe('labels', () => {
  const tables = {
    marine: { fields: ['name_en', 'name_zh', 'lon', 'lat', 'min_zoom'], rows: [['Yellow Sea', '黄海', 123, 36, 3.5]] },
    provinces_cn: {
      fields: ['name_en', 'name_zh', 'a3', 'lon', 'lat', 'min_zoom', 'adcode'],
      rows: [
        ['Fujian', '福建', 'CHN', 118, 26, 4, '350000'],
        ['Taiwan', '台湾', 'CHN', 121, 23.8, 4, '710000'],
        ['Shanghai', '上海', 'CHN', 121.4, 31, 4, '310000'],
      ],
    },
    admin1: { fields: ['name_en', 'name_zh', 'a3', 'lon', 'lat', 'min_label'], rows: [] },
  }
  const countries: Topology = {
    type: 'Topology',
    arcs: [],
    objects: {
      countries: {
        type: 'GeometryCollection',
        geometries: [
          {
            type: 'Polygon',
            arcs: [],
            properties: { a3: 'PGA', name_en: 'Wake Island', labelrank: 5, min_label: 4.5 },
          },
          { type: 'Polygon', arcs: [], properties: { a3: 'HKG', name_en: 'Hong Kong', labelrank: 5, min_label: 4 } },
        ],
      },
    },
  }
  const namesIn = (set: BoundarySet, layer: string) =>
    labelLayers(tables, countries, set)
      .find(({ name }) => name === layer)
      ?.features.map(({ properties }) => properties.name_en)

  it('label a province unless a city has its name', () => {
    expect(namesIn('chn', 'province_labels')).toEqual(['Fujian', 'Taiwan'])
    expect(namesIn('default', 'province_labels')).toEqual(['Fujian'])
  })

  it('are corrected where the data is wrong', () => {
    expect(namesIn('default', 'country_labels')).toEqual(['Spratly Islands'])
  })
})

describe('settlements', () => {
  const settlements = {
    fields: ['name_en', 'name_zh', 'lon', 'lat', 'from'],
    moved: { '110.3,20': [110.34, 20.05] },
    rows: [['Zhujiajiao', '朱家角', 121.06, 31.11, 10]],
  }
  const layer = settlementLayer(settlements, placeLayer(places, 'default'))
  const of = (name: string) => layer.features.find(({ properties }) => properties.name_en === name)!

  it('are added to the larger places, which keep their rank and use the more exact position', () => {
    expect((of('Haikou').geometry as Point).coordinates).toEqual([110.34, 20.05])
    expect((of('Taipei').geometry as Point).coordinates).toEqual([121.6, 25])
    expect(of('Haikou').properties).toMatchObject({ name_zh: '海口', capital: 1, seat: 1, rank: 3, from: 3 })
    expect(of('Zhujiajiao').properties).toMatchObject({ name_zh: '朱家角', capital: 0, rank: 10, from: 10 })
  })

  it('are in the deepest tiles alone', () => {
    expect(layer).toMatchObject({ name: 'places', deepestOnly: true, keepsFrom: true })
  })
})
