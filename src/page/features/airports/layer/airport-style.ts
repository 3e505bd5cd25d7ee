import type { CircleLayerSpecification, ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { CATEGORIES, type FlightCategory } from '../../../../core/metar/flight-category.ts'
import { CATEGORY_LINE } from '../../../airport/category-line.ts'
import { MAP_FONTS } from '../../../map/map-fonts.ts'
import { FAINTEST } from '../../../map/map-ink.ts'
import type { IconColours } from './airport-images.ts'
import { iconId } from './airport-images.ts'
import { plotPrefix } from './station-plot.ts'

export const AIRPORT_SOURCE = 'airports'
const RING_LAYER = 'airports-ring'
/** Barbs from here on, names a little later: further out they would only cover each other. */
const BARB_ZOOM = 4.8
/** Steps of expressions apply from whole zooms on: layout is evaluated once per tile. */
const SIGN_ZOOM = 5
const NAME_ZOOM = 6
const WIND_ZOOM = 7
/** From here on there is room for the whole report. */
const PLOT_ZOOM = 7

export interface AirportColours extends IconColours {
  category: Record<FlightCategory, string>
  ground: string
  text: string
  selected: string
}

/** Maximum halo width of letters of this size: makes a solid background. */
const LABEL_HALO_PX = 2.4
type CircleLayer = Omit<CircleLayerSpecification, 'source'>
type SymbolLayer = Omit<SymbolLayerSpecification, 'source'>

export function readColours(root: HTMLElement): AirportColours {
  const tokens = getComputedStyle(root)
  const token = (name: string) => tokens.getPropertyValue(name).trim()
  return {
    category: Object.fromEntries(
      CATEGORIES.map((each) => [each, token(`--category-${each}`)]),
    ) as AirportColours['category'],
    ground: token('--surface-0'),
    ink: token('--text'),
    halo: token('--surface-0'),
    thunder: token('--warn'),
    speci: token('--accent'),
    text: token('--text'),
    selected: token('--focus'),
  }
}

const isPale: ExpressionSpecification = ['in', ['get', 'age'], ['literal', ['outdated', 'none']]]

function byCategory({ vfr, mvfr, ifr, lifr, unknown }: Record<FlightCategory, string>): ExpressionSpecification {
  return ['match', ['get', 'category'], 'vfr', vfr, 'mvfr', mvfr, 'ifr', ifr, 'lifr', lifr, unknown]
}

/** Opacity of marks with an old or missing report: the minimum that contrasts with every base map. */
export const AGE_OPACITY = { current: 1, overdue: 0.8, outdated: 0.8, none: 0.8 } as const
const fade: ExpressionSpecification = [
  'match',
  ['get', 'age'],
  'current',
  AGE_OPACITY.current,
  'overdue',
  AGE_OPACITY.overdue,
  'outdated',
  AGE_OPACITY.outdated,
  AGE_OPACITY.none,
]
/** Outdated reports and good weather have a thinner ring. */
const strokeWidth = (px: number): ExpressionSpecification =>
  [
    '*',
    ['match', ['get', 'age'], 'current', px, 0.6 * px],
    ['match', ['get', 'category'], ...CATEGORIES.flatMap((each) => [each, CATEGORY_LINE[each]]), CATEGORY_LINE.unknown],
  ] as unknown as ExpressionSpecification
/** The worse the category, the larger. */
const SIZE_BY_CATEGORY: ExpressionSpecification = [
  'match',
  ['get', 'category'],
  'vfr',
  0.72,
  'mvfr',
  1.05,
  'ifr',
  1.35,
  'lifr',
  1.55,
  0.66,
]
const iconSize: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 5, 0.8, 9, 1.25]

/** The ring's radius at each zoom, times `factor` plus `more`; in step with the icons around it. */
function radius(factor: number | ExpressionSpecification, more = 0): ExpressionSpecification {
  const at = (px: number): ExpressionSpecification => ['+', ['*', px, factor], more] as ExpressionSpecification
  return ['interpolate', ['linear'], ['zoom'], 3, at(2.5), 4, at(3.1), 5, at(4), 9, at(6.25)]
}

/** Solid ground under the ring, so that no strike crosses it. */
export function backingLayer({ ground }: AirportColours): CircleLayer {
  return {
    id: 'airports-backing',
    type: 'circle',
    paint: {
      'circle-color': ground,
      'circle-opacity': 0.9,
      'circle-radius': [
        'interpolate',
        ['linear'],
        ['zoom'],
        3,
        ['+', 1, ['*', 2.5, SIZE_BY_CATEGORY]],
        6.5,
        ['+', 1.5, ['*', 5, SIZE_BY_CATEGORY]],
        7.5,
        11,
      ],
    },
  }
}

/** An outline in the colour of the category, transparent inside. */
export function ringLayer(colours: AirportColours): CircleLayer {
  const { category, ground } = colours
  return {
    id: RING_LAYER,
    type: 'circle',
    layout: { 'circle-sort-key': ['-', ['get', 'rank']] },
    paint: {
      'circle-color': ground,
      'circle-opacity': ['*', fade, 0.5],
      'circle-radius': radius(SIZE_BY_CATEGORY),
      'circle-stroke-color': byCategory(category),
      'circle-stroke-opacity': fade,
      'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 3, strokeWidth(1.2), 6, strokeWidth(2)],
    },
  }
}

export function selectedLayer(colours: AirportColours, icao: string): CircleLayer {
  return {
    id: 'airports-selected',
    type: 'circle',
    filter: ['==', ['get', 'icao'], icao],
    paint: {
      'circle-color': colours.selected,
      'circle-opacity': 0.18,
      'circle-radius': radius(1.25, 7),
      'circle-stroke-color': colours.selected,
      'circle-stroke-width': 2,
    },
  }
}

/** Barb and name are one symbol, so that they do not collide; the name is opposite to the barb. */
export function barbLayer(look: string, colours: AirportColours): SymbolLayer {
  const named: ExpressionSpecification = [
    'case',
    ['==', ['get', 'wind'], ''],
    ['get', 'icao'],
    ['concat', ['get', 'icao'], '\n', ['get', 'wind']],
  ]
  return {
    id: 'airports-barb',
    type: 'symbol',
    minzoom: BARB_ZOOM,
    layout: {
      'icon-image': ['case', ['==', ['get', 'barb'], ''], '', ['concat', iconId(look, 'barb-'), ['get', 'barb']]],
      'icon-size': iconSize,
      'icon-anchor': ['match', ['get', 'barb'], ['calm', 'variable'], 'center', 'bottom'],
      'icon-rotate': ['get', 'windDeg'],
      'icon-rotation-alignment': 'map',
      'icon-padding': 0,
      'icon-optional': true,
      'text-field': ['step', ['zoom'], '', NAME_ZOOM, ['get', 'icao'], WIND_ZOOM, named],
      'text-font': MAP_FONTS,
      'text-size': ['interpolate', ['linear'], ['zoom'], 6, 10, 9, 12],
      'text-anchor': ['match', ['get', 'nameAt'], 'above', 'bottom', 'right', 'left', 'left', 'right', 'top'],
      'text-radial-offset': 1.15,
      'text-justify': 'auto',
      'text-line-height': 1.15,
      'text-padding': 1,
      'text-optional': true,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: {
      'icon-opacity': ['match', ['get', 'age'], ['current', 'overdue'], fade, FAINTEST],
      'text-color': colours.text,
      'text-halo-color': colours.halo,
      'text-halo-width': LABEL_HALO_PX,
      'text-opacity': fade,
    },
  }
}

/** The complete report around its circle. Placed before the barbs, which are shown where it does not fit. */
export function plotLayer(look: string, colours: AirportColours): SymbolLayer {
  const under: ExpressionSpecification = ['concat', ['get', 'icao'], '\n', ['get', 'wind']]
  return {
    id: 'airports-plot',
    type: 'symbol',
    minzoom: PLOT_ZOOM,
    filter: ['all', ['!=', ['get', 'plot'], ''], ['!', isPale]],
    layout: {
      'icon-image': ['concat', plotPrefix(look), ['get', 'plot']],
      'icon-padding': 0,
      'text-field': under,
      'text-font': MAP_FONTS,
      'text-size': 11,
      'text-anchor': 'top-left',
      'text-offset': [0.9, 0.75],
      'text-justify': 'left',
      'text-line-height': 1.15,
      'text-padding': 0,
      'text-optional': true,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: {
      'icon-opacity': fade,
      'text-color': colours.text,
      'text-halo-color': colours.halo,
      'text-halo-width': LABEL_HALO_PX,
      'text-opacity': fade,
    },
  }
}

/** Thunderstorms are shown at all zooms, special reports where there is room; next to the barb, not over it. */
export function signLayer(look: string): SymbolLayer {
  const sign: ExpressionSpecification = ['get', 'sign']
  const fromAfar: ExpressionSpecification = ['match', sign, ['ts', 'ts-speci'], iconId(look, 'sign-ts'), '']
  const isWestOfRing: ExpressionSpecification = ['in', ['get', 'nameAt'], ['literal', ['left', 'below']]]
  const besideRing: ExpressionSpecification = ['case', isWestOfRing, ['literal', [-5, -7]], ['literal', [5, -7]]]
  return {
    id: 'airports-sign',
    type: 'symbol',
    minzoom: 3,
    filter: ['!=', sign, ''],
    layout: {
      'icon-image': ['step', ['zoom'], fromAfar, SIGN_ZOOM, ['concat', iconId(look, 'sign-'), sign]],
      'icon-size': ['interpolate', ['linear'], ['zoom'], 3, 0.75, 6, 0.85, 9, 1],
      'icon-anchor': ['case', isWestOfRing, 'right', 'left'],
      'icon-offset': [
        'step',
        ['zoom'],
        besideRing,
        PLOT_ZOOM,
        ['case', isWestOfRing, ['literal', [-6, -26]], ['literal', [6, -26]]],
      ],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: { 'icon-opacity': ['match', ['get', 'age'], ['current', 'overdue'], fade, 0] },
  }
}
