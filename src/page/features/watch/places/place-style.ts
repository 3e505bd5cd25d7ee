import type {
  CircleLayerSpecification,
  ExpressionSpecification,
  FillLayerSpecification,
  LineLayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { LINE_HALO_OPACITY, MAP_INK } from '../../../map/map-ink.ts'
import type { Theme } from '../../../state/view.ts'

export const PLACE_SOURCE = 'places'
export const RING_SOURCE = 'place-rings'

type Sourced = FillLayerSpecification | LineLayerSpecification | CircleLayerSpecification | SymbolLayerSpecification
type Style = Sourced extends infer Each ? (Each extends Sourced ? Omit<Each, 'source'> : never) : never

const FONTS = ['Inter', 'Noto Sans', 'Segoe UI', 'Helvetica Neue', 'sans-serif']
/** Those of the tokens `bad`, `warn`, `unknown` and `good`. */
const COLOURS: Record<Theme, Record<'alarm' | 'alert' | 'not-watched' | 'quiet', string>> = {
  dark: { alarm: '#ff7a70', alert: '#f5b74f', 'not-watched': '#98a4b5', quiet: '#5ed08b' },
  light: { alarm: '#c0271c', alert: '#8a5300', 'not-watched': '#56637a', quiet: '#0b6b3a' },
}
const NAMES_FROM_ZOOM = 6

/** Areas, lines and points in the colour of their state, each with its name and what counts down. */
export function placeLayers(theme: Theme, selected: string): Style[] {
  const { ink, halo } = MAP_INK[theme]
  const { alarm, alert, quiet, ...others } = COLOURS[theme]
  const colour: ExpressionSpecification = [
    'match',
    ['get', 'state'],
    ...['alarm', alarm, 'alert', alert, 'quiet', quiet],
    others['not-watched'],
  ] as unknown as ExpressionSpecification
  const isSelected: ExpressionSpecification = ['==', ['get', 'id'], selected]
  const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point']
  const width: ExpressionSpecification = ['case', isSelected, 3.5, 2]
  return [
    {
      ...{ id: 'places-areas', type: 'fill', filter: ['==', ['geometry-type'], 'Polygon'] },
      paint: { 'fill-color': colour, 'fill-opacity': 0.16 },
    },
    {
      ...{ id: 'places-halo', type: 'line', filter: ['!', isPoint] },
      paint: { 'line-color': halo, 'line-opacity': LINE_HALO_OPACITY, 'line-width': ['+', width, 2.4] },
    },
    {
      ...{ id: 'places-edges', type: 'line', filter: ['!', isPoint] },
      paint: { 'line-color': colour, 'line-width': width },
    },
    {
      ...{ id: 'places-points', type: 'circle', filter: isPoint },
      paint: {
        'circle-color': colour,
        'circle-radius': ['case', isSelected, 7, 5],
        'circle-stroke-color': halo,
        'circle-stroke-width': 2,
      },
    },
    {
      ...{ id: 'places-names', type: 'symbol', minzoom: NAMES_FROM_ZOOM },
      layout: {
        'symbol-placement': 'point',
        'text-field': [
          'case',
          ['==', ['get', 'text'], ''],
          ['get', 'name'],
          ['concat', ['get', 'name'], '\n', ['get', 'text']],
        ],
        'text-font': FONTS,
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
      ...{ id: 'place-rings-halo', type: 'line' },
      paint: { 'line-color': halo, 'line-opacity': LINE_HALO_OPACITY, 'line-width': 3.2 },
    },
    {
      ...{ id: 'place-rings-line', type: 'line' },
      paint: { 'line-color': ink, 'line-opacity': 0.7, 'line-width': 1.2, 'line-dasharray': [4, 3] },
    },
    {
      ...{ id: 'place-rings-text', type: 'symbol', minzoom: 8 },
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 600,
        'text-field': ['get', 'text'],
        'text-font': FONTS,
        'text-size': 11,
      },
      paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 2.4 },
    },
  ]
}
