import type {
  CircleLayerSpecification,
  ExpressionSpecification,
  FillLayerSpecification,
  LineLayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { MAP_FONTS } from '../../../map/map-fonts.ts'
import { LINE_HALO_OPACITY, MAP_INK } from '../../../map/map-ink.ts'
import type { Theme } from '../../../state/view.ts'

export const PLACE_SOURCE = 'places'
export const RING_SOURCE = 'place-rings'

type Sourced = FillLayerSpecification | LineLayerSpecification | CircleLayerSpecification | SymbolLayerSpecification
type Style = Sourced extends infer Each ? (Each extends Sourced ? Omit<Each, 'source'> : never) : never

/** Those of the tokens `bad`, `warn`, `unknown` and `text`: no state is green, which would be an all-clear. */
const COLOURS: Record<Theme, Record<'alarm' | 'alert' | 'not-watched' | 'quiet', string>> = {
  dark: { alarm: '#ff7a70', alert: '#f5b74f', 'not-watched': '#98a4b5', quiet: '#e9eef6' },
  light: { alarm: '#c0271c', alert: '#8a5300', 'not-watched': '#56637a', quiet: '#14202f' },
}
export const NAMES_FROM_ZOOM = 6
/** From here on each place has its full size; below, thousands are in view, and inactive ones are small. */
const LOCAL_ZOOM = 8
const REGIONAL_ZOOM = 6
const NATIONAL_ZOOM = 3

/** Areas, lines and points in the colour of their state, each with its name and countdown. */
export function placeLayers(theme: Theme, selected: string): Style[] {
  const { ink, halo } = MAP_INK[theme]
  const { alarm, alert, quiet, ...others } = COLOURS[theme]
  const colour: ExpressionSpecification = [
    'match',
    ['get', 'state'],
    'alarm',
    alarm,
    'alert',
    alert,
    'quiet',
    quiet,
    others['not-watched'],
  ] as unknown as ExpressionSpecification
  const isSelected: ExpressionSpecification = ['==', ['get', 'id'], selected]
  const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point']
  const width: ExpressionSpecification = ['case', isSelected, 3.5, 2]
  const byState = (sizes: { alarm: number; alert: number; others: number }): ExpressionSpecification => [
    'match',
    ['get', 'state'],
    'alarm',
    sizes.alarm,
    'alert',
    sizes.alert,
    sizes.others,
  ]
  return [
    {
      id: 'places-areas',
      type: 'fill',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colour, 'fill-opacity': 0.16 },
    },
    {
      id: 'places-halo',
      type: 'line',
      filter: ['!', isPoint],
      paint: { 'line-color': halo, 'line-opacity': LINE_HALO_OPACITY, 'line-width': ['+', width, 2.4] },
    },
    {
      id: 'places-edges',
      type: 'line',
      filter: ['!', isPoint],
      paint: { 'line-color': colour, 'line-width': width },
    },
    {
      id: 'places-points',
      type: 'circle',
      filter: isPoint,
      layout: { 'circle-sort-key': byState({ alarm: 2, alert: 1, others: 0 }) }, // places with strikes on top
      paint: {
        'circle-color': colour,
        'circle-radius': [
          'interpolate',
          ['linear'],
          ['zoom'],
          NATIONAL_ZOOM,
          ['case', isSelected, 7, byState({ alarm: 4, alert: 3.5, others: 1.2 })],
          REGIONAL_ZOOM,
          ['case', isSelected, 7, byState({ alarm: 5, alert: 4.5, others: 2.5 })],
          LOCAL_ZOOM,
          ['case', isSelected, 7, 5],
        ] as unknown as ExpressionSpecification,
        'circle-stroke-color': halo,
        'circle-stroke-width': [
          'interpolate',
          ['linear'],
          ['zoom'],
          NATIONAL_ZOOM,
          byState({ alarm: 2, alert: 2, others: 0.4 }),
          LOCAL_ZOOM,
          2,
        ] as unknown as ExpressionSpecification,
      },
    },
    {
      id: 'places-names',
      type: 'symbol',
      minzoom: NAMES_FROM_ZOOM,
      layout: {
        'symbol-placement': 'point',
        'text-field': [
          'case',
          ['==', ['get', 'text'], ''],
          ['get', 'name'],
          ['concat', ['get', 'name'], '\n', ['get', 'text']],
        ],
        'text-font': MAP_FONTS,
        'text-size': 12,
        'text-anchor': 'top',
        'text-offset': [0, 0.7],
      },
      paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 2.4 },
    },
  ]
}

/** The rings, dashed as those around an airport, each with its distance. */
export function ringLayers(theme: Theme): Style[] {
  const { ink, halo } = MAP_INK[theme]
  return [
    {
      id: 'place-rings-halo',
      type: 'line',
      paint: { 'line-color': halo, 'line-opacity': LINE_HALO_OPACITY, 'line-width': 3.2 },
    },
    {
      id: 'place-rings-line',
      type: 'line',
      paint: { 'line-color': ink, 'line-opacity': 0.7, 'line-width': 1.2, 'line-dasharray': [4, 3] },
    },
    {
      id: 'place-rings-text',
      type: 'symbol',
      minzoom: 8,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 600,
        'text-field': ['get', 'text'],
        'text-font': MAP_FONTS,
        'text-size': 11,
      },
      paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 2.4 },
    },
  ]
}
