import type { LineLayerSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { FIELD_PERCENTS } from '../../../contract/chance/levels.ts'
import { MEDIUM_MAP_FONTS } from '../../map/map-fonts.ts'
import { LINE_HALO_OPACITY, MAP_INK } from '../../map/map-ink.ts'
import type { Theme } from '../../state/view.ts'

/** A hue that no hazard, flight category or sum uses. */
export const CHANCE_COLOURS = { dark: '#5fd6cf', light: '#00706b' } as const

/** Width of each contour, CSS pixels: the likelier, the wider. */
const WIDTHS_PX = [1, 1.9, 3] as const
const HALO_PX = 1.6
const LABEL_PX = 11
const LABEL_EVERY_PX = 260
export function widthPx(percent: (typeof FIELD_PERCENTS)[number]): number {
  return WIDTHS_PX[FIELD_PERCENTS.indexOf(percent)]!
}

type LineOf = Pick<LineLayerSpecification, 'id' | 'type' | 'layout' | 'paint'>

function linesOf(id: string, colour: string, { morePx, opacity }: { morePx: number; opacity: number }): LineOf {
  const widths = FIELD_PERCENTS.flatMap((percent) => [percent, widthPx(percent) + morePx])
  return {
    id,
    type: 'line',
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: {
      'line-color': colour,
      'line-width': ['match', ['get', 'percent'], ...widths, 1] as unknown as number,
      'line-opacity': opacity,
    },
  }
}

export function contourLayer(theme: Theme, share: number): LineOf {
  return linesOf('chance-contours', CHANCE_COLOURS[theme], { morePx: 0, opacity: share })
}

export function haloLayer(theme: Theme, share: number): LineOf {
  return linesOf('chance-contours-halo', MAP_INK[theme].halo, { morePx: HALO_PX, opacity: LINE_HALO_OPACITY * share })
}

export function labelLayer(
  theme: Theme,
  share: number,
): Pick<SymbolLayerSpecification, 'id' | 'type' | 'layout' | 'paint'> {
  return {
    id: 'chance-labels',
    type: 'symbol',
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': LABEL_EVERY_PX,
      'text-field': ['concat', ['get', 'percent'], '%'],
      'text-size': LABEL_PX,
      'text-font': MEDIUM_MAP_FONTS,
      'text-padding': 4,
      'symbol-sort-key': ['-', ['get', 'percent']],
    },
    paint: {
      'text-color': CHANCE_COLOURS[theme],
      'text-halo-color': MAP_INK[theme].halo,
      'text-halo-width': 2,
      'text-opacity': share,
    },
  }
}
