import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { SLOTS } from '../slots.ts'
import { type BasemapTheme, basemapColours } from './colours.ts'
import { graticule } from './graticule.ts'
import { BASEMAP_SOURCE, borderLayers, GRATICULE_SOURCE, groundLayers } from './ground-layers.ts'
import { type BasemapLang, labelLayers, placeDots } from './label-layers.ts'
import { BASEMAP_MAX_ZOOM } from './max-zoom.ts'

interface BasemapStyleOptions {
  theme: BasemapTheme
  lang: BasemapLang
  /** Absolute URL with `{z}`, `{x}` and `{y}`: a worker fetches it, and has no page to be relative to. */
  tilesUrl: string
  projection?: 'mercator' | 'globe'
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
}: BasemapStyleOptions): StyleSpecification {
  const colours = basemapColours(theme)
  return {
    version: 8,
    name: `Brontide ${theme}`,
    projection: { type: projection },
    sources: {
      [BASEMAP_SOURCE]: {
        type: 'vector',
        tiles: [tilesUrl],
        minzoom: 0,
        maxzoom: BASEMAP_MAX_ZOOM,
        attribution: 'Natural Earth',
      },
      [GRATICULE_SOURCE]: { type: 'geojson', data: graticule(10) },
    },
    layers: [
      ...groundLayers(colours),
      slot(SLOTS.areas),
      ...borderLayers(colours),
      placeDots(colours),
      slot(SLOTS.marks),
      ...labelLayers(colours, lang),
      slot(SLOTS.top),
    ],
  }
}

function slot(id: string): LayerSpecification {
  return { id, type: 'background', layout: { visibility: 'none' } }
}
