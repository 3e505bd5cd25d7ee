import type {
  FillLayerSpecification,
  FilterSpecification,
  LayerSpecification,
  LineLayerSpecification,
} from 'maplibre-gl'
import type { BasemapColours } from './colours.ts'

export const BASEMAP_SOURCE = 'basemap'
export const GRATICULE_SOURCE = 'graticule'
export const FINE_GRATICULE_SOURCE = 'graticule-fine'
export const SEA_LAYER = 'sea'
const RUNWAYS_FROM_ZOOM = 9
/** The tiles of this zoom hold a finer coast and finer rivers, as areas without an outline and as lines without names. */
export const FINE_FROM_ZOOM = 8

/**
 * Sea and land, below the relief. If China is highlighted, other land is dimmer in views of a whole country, and the
 * same in closer views.
 */
export function landLayers(
  colours: BasemapColours,
  homeStandsOut: boolean,
  isOverPicture: boolean,
): LayerSpecification[] {
  const dimmer: FillPaint['fill-color'] = [
    'interpolate',
    ['linear'],
    ['zoom'],
    6,
    colours.abroad,
    FINE_FROM_ZOOM,
    colours.land,
  ]
  return [
    {
      id: SEA_LAYER,
      type: 'background',
      paint: {
        'background-color': colours.sea,
        'background-opacity': isOverPicture ? 0 : 1,
        'background-opacity-transition': { duration: 0 },
      },
    },
    ...depthLayers(200, colours.depths[0]),
    ...depthLayers(2000, colours.depths[1]),
    ...depthLayers(4000, colours.depths[2]),
    fill('land', 'land', homeStandsOut ? dimmer : colours.land),
    { ...fill('home', 'home', colours.land), maxzoom: FINE_FROM_ZOOM },
  ]
}

/** Towns, waters and ways: everything between the relief and the areas that hazards draw. */
export function groundLayers(colours: BasemapColours, showsGraticule: boolean): LayerSpecification[] {
  return [
    {
      ...fill('urban', 'urban', colours.urban, ['interpolate', ['linear'], ['zoom'], 5, 0.6, 6, 1, 10, 1, 13, 0]),
      minzoom: 5,
      maxzoom: 13,
    },
    // Below the lakes: a river's line continues through the lakes that it crosses.
    line('rivers', 'rivers', colours.river, { 'line-width': riverWidth }),
    fill('lakes', 'lakes', colours.sea),
    ...wayLayers(colours),
    { ...fill('aerodromes', 'aerodromes', colours.urban), minzoom: RUNWAYS_FROM_ZOOM },
    graticuleLayer(GRATICULE_SOURCE, colours, showsGraticule),
    { ...graticuleLayer(FINE_GRATICULE_SOURCE, colours, showsGraticule), minzoom: 6 },
  ]
}

/** Wider the larger the river is: `rank` is 2 or less for the largest, 5 or less for large ones. */
const riverWidth: LinePaint['line-width'] = [
  'interpolate',
  ['exponential', 1.4],
  ['zoom'],
  2,
  ['step', ['get', 'rank'], 0.4, 3, 0.2],
  6,
  ['step', ['get', 'rank'], 1.2, 3, 0.8, 6, 0.5],
  10,
  ['step', ['get', 'rank'], 3, 3, 2, 6, 1.2, 8, 0.8],
  13,
  ['step', ['get', 'rank'], 5, 3, 3.5, 6, 2.2, 8, 1.4],
]

/** Roads fade out at zooms where their error of a kilometre is visible; main roads later, like roads through a city. */
const WAYS_FADE = [11, 13] as const
const MAIN_ROADS_FADE = [12, 14] as const

/**
 * Railways below minor roads, and minor roads below motorways. They fade in, as faint as the map allows, in views of a
 * country.
 */
function wayLayers(colours: BasemapColours): LayerSpecification[] {
  const [main, other] = colours.roads
  const ways = (
    id: string,
    sourceLayer: string,
    colour: string,
    from: number,
    paint: LinePaint,
    [whole, gone]: readonly [number, number] = WAYS_FADE,
  ): LineLayerSpecification => ({
    ...line(id, sourceLayer, colour, {
      'line-opacity': ['interpolate', ['linear'], ['zoom'], from, 0, from + 1, 1, whole, 1, gone, 0],
      ...paint,
    }),
    minzoom: from,
    maxzoom: gone,
  })
  const width = (at8: number, at12: number): LinePaint['line-width'] => [
    'interpolate',
    ['exponential', 1.3],
    ['zoom'],
    6,
    at8 * 0.7,
    8,
    at8,
    12,
    at12,
  ]
  return [
    ways('railways', 'railways', colours.railway, 7, { 'line-width': width(0.8, 1.6), 'line-dasharray': [5, 2] }),
    { ...ways('roads', 'roads', other, 7, { 'line-width': width(0.7, 2) }), filter: ['!', ['has', 'main']] },
    {
      ...ways('roads-main', 'roads', main, 6, { 'line-width': width(1.2, 3) }, MAIN_ROADS_FADE),
      filter: ['has', 'main'],
    },
  ]
}

function graticuleLayer(source: string, colours: BasemapColours, shown: boolean): LineLayerSpecification {
  return {
    id: source,
    type: 'line',
    source,
    layout: { visibility: shown ? 'visible' : 'none' },
    paint: { 'line-color': colours.graticule, 'line-width': 1 },
  }
}

/** The source cuts the oceans into parts with gaps of up to 400 m between them, which a stroke of that width covers. */
function depthLayers(depth: number, colour: string): LayerSpecification[] {
  const filter: FilterSpecification = ['==', ['get', 'depth'], depth]
  const acrossGaps: LinePaint['line-width'] = ['interpolate', ['exponential', 2], ['zoom'], 7, 1.3, 14, 166]
  return [
    { ...fill(`depth-${depth}`, 'depth', colour), filter },
    { ...line(`depth-${depth}-gaps`, 'depth', colour, { 'line-width': acrossGaps }), filter },
  ]
}

/** Coast and borders: above the areas that hazards draw, below their marks. */
export function borderLayers(colours: BasemapColours): LayerSpecification[] {
  const coastWidth: LinePaint['line-width'] = ['interpolate', ['linear'], ['zoom'], 1, 0.4, 4, 0.7, 8, 1, 12, 1.4]
  const borderWidth: LinePaint['line-width'] = ['interpolate', ['linear'], ['zoom'], 1, 0.5, 4, 0.9, 8, 1.5, 12, 2]
  return [
    { ...line('coast', 'coast', colours.coast, { 'line-width': coastWidth }), maxzoom: FINE_FROM_ZOOM },
    { ...line('shore', 'land', colours.coast, { 'line-width': coastWidth }), minzoom: FINE_FROM_ZOOM },
    {
      ...line('admin1', 'admin1', colours.admin1Border, {
        'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.5, 8, 1],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 4, 0, 4.6, 1],
      }),
      minzoom: 4,
    },
    {
      ...line('provinces', 'provinces', colours.provinceBorder, {
        'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.5, 8, 1.1],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 3, 0, 3.5, 1],
      }),
      minzoom: 3,
    },
    {
      ...line('borders', 'boundaries', colours.border, { 'line-width': borderWidth }),
      filter: ['==', ['get', 'class'], 'country'],
    },
    {
      ...line('borders-disputed', 'boundaries', colours.disputedBorder, {
        'line-width': borderWidth,
        'line-dasharray': [3, 2.4],
      }),
      filter: ['in', ['get', 'class'], ['literal', ['disputed', 'undefined']]],
    },
    {
      ...line('borders-claimed', 'boundaries', colours.disputedBorder, {
        'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.8, 4, 1.4, 8, 2.2],
      }),
      filter: ['==', ['get', 'class'], 'maritime_claim_cn'],
    },
    ...runwayLayers(colours),
  ]
}

/** As wide as they are from zoom 14 on; dashed where only number and length are known. */
function runwayLayers(colours: BasemapColours): LayerSpecification[] {
  const width: LinePaint['line-width'] = ['interpolate', ['exponential', 2], ['zoom'], 9, 1.5, 12, 3, 14, 10, 18, 160]
  const runways = (id: string, approximate: 0 | 1, paint: LinePaint): LayerSpecification => ({
    ...line(id, 'runways', colours.runway, { 'line-width': width, ...paint }),
    minzoom: RUNWAYS_FROM_ZOOM,
    filter: ['==', ['get', 'approximate'], approximate],
  })
  return [runways('runways', 0, {}), runways('runways-approximate', 1, { 'line-dasharray': [2, 1] })]
}

type LinePaint = NonNullable<LineLayerSpecification['paint']>

type FillPaint = NonNullable<FillLayerSpecification['paint']>

function fill(
  id: string,
  sourceLayer: string,
  colour: FillPaint['fill-color'],
  opacity: FillPaint['fill-opacity'] = 1,
): FillLayerSpecification {
  return {
    id,
    type: 'fill',
    source: BASEMAP_SOURCE,
    'source-layer': sourceLayer,
    paint: { 'fill-color': colour, 'fill-opacity': opacity },
  }
}

function line(
  id: string,
  sourceLayer: string,
  colour: LinePaint['line-color'],
  paint: LinePaint,
): LineLayerSpecification {
  return {
    id,
    type: 'line',
    source: BASEMAP_SOURCE,
    'source-layer': sourceLayer,
    layout: { 'line-join': 'round', 'line-cap': 'butt' },
    paint: { 'line-color': colour, ...paint },
  }
}
