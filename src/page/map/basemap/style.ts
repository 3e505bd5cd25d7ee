import type { FeatureCollection, MultiLineString, Position } from 'geojson'
import type { LayerSpecification, SkySpecification, StyleSpecification } from 'maplibre-gl'
import type { Lang } from '../../../locales/languages.ts'
import { SLOTS } from '../slots.ts'
import { type BasemapColours, type BasemapTheme, basemapColours } from './colours.ts'
import {
  BASEMAP_SOURCE,
  borderLayers,
  FINE_GRATICULE_SOURCE,
  GRATICULE_SOURCE,
  groundLayers,
  landLayers,
} from './ground-layers.ts'
import { labelLayers, placeDots } from './label-layers.ts'
import { BASEMAP_ATTRIBUTION, BASEMAP_MAX_ZOOM } from './max-zoom.ts'

interface BasemapStyleOptions {
  theme: BasemapTheme
  lang: Lang
  /** Absolute URL with `{z}`, `{x}` and `{y}`: a worker fetches it, and has no page to be relative to. */
  tilesUrl: string
  projection?: 'mercator' | 'globe'
  graticule?: boolean
  /** China stands out from the land around it. */
  homeStandsOut?: boolean
  /** The sea is left transparent, over a picture of land and sea. */
  isOverPicture?: boolean
}

/**
 * The embedded base map. It names no `glyphs` and no `sprite`: MapLibre draws names from the machine's fonts, so that
 * nothing but the tiles is fetched. Layers and sources are the same in each theme and language; a change repaints.
 */
export function basemapStyle({
  theme,
  lang,
  tilesUrl,
  projection = 'mercator',
  graticule: showsGraticule = true,
  homeStandsOut = true,
  isOverPicture = false,
}: BasemapStyleOptions): StyleSpecification {
  const colours = basemapColours(theme)
  return {
    version: 8,
    name: `Brontide ${theme}`,
    projection: { type: projection },
    // A flat map seen from above has no sky, and compiling its program would delay the first frame.
    ...(projection === 'globe' && { sky: skyOf(colours) }),
    sources: {
      [BASEMAP_SOURCE]: {
        type: 'vector',
        tiles: [tilesUrl],
        minzoom: 0,
        maxzoom: BASEMAP_MAX_ZOOM,
        attribution: BASEMAP_ATTRIBUTION,
      },
      [GRATICULE_SOURCE]: { type: 'geojson', data: graticule(10) },
      [FINE_GRATICULE_SOURCE]: { type: 'geojson', data: graticule(2) },
    },
    layers: [
      ...landLayers(colours, homeStandsOut, isOverPicture),
      slot(SLOTS.relief),
      ...groundLayers(colours, showsGraticule),
      slot(SLOTS.areas),
      slot(SLOTS.pictures),
      ...borderLayers(colours),
      placeDots(colours),
      slot(SLOTS.marks),
      slot(SLOTS.strikes),
      slot(SLOTS.storms),
      ...labelLayers(colours, lang),
      slot(SLOTS.top),
      slot(SLOTS.airports),
      slot(SLOTS.labels),
      slot(SLOTS.selection),
    ],
  }
}

function slot(id: string): LayerSpecification {
  return { id, type: 'background', layout: { visibility: 'none' } }
}

function skyOf({ space }: BasemapColours): SkySpecification {
  return {
    'sky-color': space,
    'horizon-color': space,
    // A breath of air around the globe, gone before the ground fills the view.
    'atmosphere-blend': ['interpolate', ['linear'], ['zoom'], 0, 0.3, 4, 0.2, 6, 0],
  }
}

/** Meridians and parallels every `stepDeg`; meridians end one step short of the poles, where they would crowd. */
function graticule(stepDeg: number): FeatureCollection<MultiLineString> {
  const top = 90 - stepDeg
  const lines: Position[][] = []
  // East from -180, without 180, which is the same line
  for (let lon = -180; lon < 180; lon += stepDeg) {
    lines.push([
      [lon, -top],
      [lon, top],
    ])
  }
  for (let lat = -top; lat <= top; lat += stepDeg) {
    lines.push([
      [-180, lat],
      [180, lat],
    ])
  }
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates: lines } }],
  }
}
