import type { CircleLayerSpecification, ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { type Lang, languageOf } from '../../../locales/languages.ts'
import { MAP_FONTS, MEDIUM_MAP_FONTS } from '../map-fonts.ts'
import type { BasemapColours } from './colours.ts'
import { BASEMAP_SOURCE, FINE_FROM_ZOOM } from './ground-layers.ts'

/** Dots of towns: with the ground, so that marks cover them. */
export function placeDots(colours: BasemapColours): CircleLayerSpecification {
  return {
    id: 'place-dots',
    type: 'circle',
    source: BASEMAP_SOURCE,
    'source-layer': 'places',
    minzoom: 3,
    filter: isShown,
    paint: {
      'circle-color': colours.placeDot,
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 3, 1, 4, 1.1, 8, 1.8, 12, 2.4],
      'circle-opacity': 0.8,
    },
  }
}

interface Look {
  colours: BasemapColours
  /** The name in the chosen language, the other one where it has none. */
  name: ExpressionSpecification
  /** A slanted Han character is a distorted one. */
  slanted: string[]
  /** Letters so far apart, in em; Han characters further. */
  spaced(em: number): number
  onLand: SymbolLayerSpecification['paint']
}

/** Names, the least important first: the ones later in the list are placed first. */
export function labelLayers(colours: BasemapColours, lang: Lang): SymbolLayerSpecification[] {
  const { names, script } = languageOf(lang)
  const [first, second] = names === 'zh' ? ['name_zh', 'name_en'] : ['name_en', 'name_zh']
  const look: Look = {
    colours,
    name: ['coalesce', ['get', first], ['get', second]],
    slanted: script === 'han' ? MAP_FONTS : ['Inter Italic', ...MAP_FONTS],
    spaced: (em) => (script === 'han' ? em * 1.5 : em),
    onLand: { 'text-halo-color': colours.landHalo, 'text-halo-width': 1.2, 'text-halo-blur': 0.4 },
  }
  return [runways, seas, lakes, rivers, riversNear, districts, provinces, places, countries, seats].map((layer) =>
    layer(look),
  )
}

function runways({ colours, onLand }: Look): SymbolLayerSpecification {
  return label('runway-labels', 'runway_labels', {
    minzoom: 11,
    layout: {
      'text-rotate': ['get', 'turn'],
      'text-rotation-alignment': 'map',
      'text-field': ['get', 'label'],
      'text-font': MAP_FONTS,
      'text-size': 10,
      'text-offset': [0, 0.9],
    },
    paint: { ...onLand, 'text-color': colours.placeLabel },
  })
}

function seas({ colours, name, slanted, spaced }: Look): SymbolLayerSpecification {
  return label('sea-labels', 'sea_labels', {
    layout: {
      'text-field': name,
      'text-font': slanted,
      'text-size': ['interpolate', ['linear'], ['zoom'], 1, ['case', isOcean, 12, 10], 6, ['case', isOcean, 18, 13]],
      'text-letter-spacing': spaced(0.12),
      'text-max-width': 6,
      'text-line-height': 1.3,
      'symbol-sort-key': ['get', 'from'],
      'text-padding': 6,
    },
    paint: { 'text-color': colours.seaLabel, 'text-halo-color': colours.seaHalo, 'text-halo-width': 1 },
  })
}

function lakes({ colours, name, slanted, spaced }: Look): SymbolLayerSpecification {
  return label('lake-labels', 'lake_labels', {
    minzoom: 5,
    filter: isShown,
    layout: {
      'text-field': name,
      'text-font': slanted,
      'text-size': ['interpolate', ['linear'], ['zoom'], 5, 10, 10, 13],
      'text-letter-spacing': spaced(0.06),
      'text-max-width': 6,
      'text-padding': 4,
    },
    paint: { 'text-color': colours.seaLabel, 'text-halo-color': colours.seaHalo, 'text-halo-width': 1 },
  })
}

function rivers(look: Look): SymbolLayerSpecification {
  return riverNames(look, 'river-labels', 'rivers', {
    minzoom: 6,
    maxzoom: FINE_FROM_ZOOM,
    filter: ['all', ['has', 'name_zh'], ['<=', ['get', 'rank'], 5]],
  })
}

function riversNear(look: Look): SymbolLayerSpecification {
  return riverNames(look, 'river-labels-near', 'river_names', { minzoom: FINE_FROM_ZOOM })
}

function riverNames(
  { colours, name, slanted, spaced }: Look,
  id: string,
  sourceLayer: string,
  where: Pick<SymbolLayerSpecification, 'minzoom' | 'maxzoom' | 'filter'>,
): SymbolLayerSpecification {
  return label(id, sourceLayer, {
    ...where,
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 420,
      'text-field': name,
      'text-font': slanted,
      'text-size': 11,
      'text-letter-spacing': spaced(0.1),
      'text-max-angle': 30,
    },
    paint: { 'text-color': colours.seaLabel, 'text-halo-color': colours.landHalo, 'text-halo-width': 1 },
  })
}

function districts({ colours, name, spaced, onLand }: Look): SymbolLayerSpecification {
  return label('admin1-labels', 'admin1_labels', {
    minzoom: 4,
    filter: isShown,
    maxzoom: 8,
    layout: {
      'text-field': name,
      'text-font': MAP_FONTS,
      'text-size': ['interpolate', ['linear'], ['zoom'], 4, 9.5, 7, 12],
      'text-letter-spacing': spaced(0.06),
      'text-max-width': 7,
      'text-padding': 8,
    },
    paint: { ...onLand, 'text-color': colours.provinceLabel },
  })
}

function provinces({ colours, name, spaced, onLand }: Look): SymbolLayerSpecification {
  return label('province-labels', 'province_labels', {
    minzoom: 4,
    maxzoom: 9,
    layout: {
      'text-field': name,
      'text-font': MAP_FONTS,
      'text-size': ['interpolate', ['linear'], ['zoom'], 4, 11, 8, 16],
      'text-letter-spacing': spaced(0.12),
      'text-max-width': 7,
      'text-padding': 4,
    },
    paint: { ...onLand, 'text-color': colours.provinceLabel },
  })
}

function places(look: Look): SymbolLayerSpecification {
  return placeNames(look, 'place-labels', ['all', isShown, ['!', ['has', 'seat']]])
}

/** Beijing and the seats of China's provinces, shown at every zoom regardless of collisions, for orientation. */
function seats(look: Look): SymbolLayerSpecification {
  const layer = placeNames(look, 'seat-labels', ['has', 'seat'])
  return { ...layer, layout: { ...layer.layout, 'text-overlap': 'always', 'text-padding': 0 } }
}

function placeNames(
  { colours, name, onLand }: Look,
  id: string,
  filter: SymbolLayerSpecification['filter'],
): SymbolLayerSpecification {
  return label(id, 'places', {
    minzoom: 3,
    filter,
    layout: {
      'text-field': name,
      'text-font': ['case', ['>=', ['get', 'capital'], 1], ['literal', MEDIUM_MAP_FONTS], ['literal', MAP_FONTS]],
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        3,
        ['case', ['==', ['get', 'capital'], 2], 11, 10],
        6,
        ['case', ['<=', ['get', 'rank'], 2], 13, ['>=', ['get', 'capital'], 1], 12.5, 11],
        10,
        [
          'case',
          ['<=', ['get', 'rank'], 2],
          18,
          ['>=', ['get', 'capital'], 1],
          16,
          ['step', ['get', 'rank'], 13, 9, 12, 10, 11],
        ],
      ],
      'text-max-width': 8,
      'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
      'text-radial-offset': 0.45,
      'text-justify': 'auto',
      'symbol-sort-key': ['-', ['get', 'rank'], ['*', ['get', 'capital'], 2]],
      'text-padding': 3,
    },
    paint: { ...onLand, 'text-color': colours.placeLabel },
  })
}

function countries({ colours, name, spaced, onLand }: Look): SymbolLayerSpecification {
  return label('country-labels', 'country_labels', {
    maxzoom: 7,
    filter: isShown,
    layout: {
      'text-field': name,
      'text-font': MEDIUM_MAP_FONTS,
      'text-transform': 'uppercase',
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        1,
        ['case', ['<=', ['get', 'rank'], 2], 10, 9],
        5,
        ['case', ['<=', ['get', 'rank'], 2], 16, ['<=', ['get', 'rank'], 4], 13, 11],
      ],
      'text-letter-spacing': spaced(0.1),
      'text-max-width': 7,
      'symbol-sort-key': ['get', 'rank'],
      'text-padding': 6,
    },
    paint: { ...onLand, 'text-color': colours.countryLabel },
  })
}

/** Filters are evaluated at whole zooms only, and `from` is one. */
const isShown: ExpressionSpecification = ['<=', ['get', 'from'], ['zoom']]
const isOcean: ExpressionSpecification = ['<=', ['get', 'from'], 1]

function label(
  id: string,
  sourceLayer: string,
  rest: Omit<SymbolLayerSpecification, 'id' | 'type' | 'source' | 'source-layer'>,
): SymbolLayerSpecification {
  return { id, type: 'symbol', source: BASEMAP_SOURCE, 'source-layer': sourceLayer, ...rest }
}
