import type { CircleLayerSpecification, ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { MAP_FONTS, MEDIUM_MAP_FONTS } from '../../map/map-fonts.ts'
import { FAINTEST, MAP_INK } from '../../map/map-ink.ts'
import type { Theme } from '../../state/view.ts'
import { arcIcon, RING_ICON_PX } from './storm-icons.ts'

/** At low zoom a storm is a ring by its rate; from here on it becomes an outline, complete at the next. */
export const DISC_UNTIL_ZOOM = 6.4
export const OUTLINE_FROM_ZOOM = 5.4
/** From this zoom on there is room for labels. */
export const WORDS_FROM_ZOOM = 6

/** In wider views, storms with fewer strokes a minute have no label, because labels would hide airports. */
const ALL_WORDS_FROM_ZOOM = 8
const WORDS_FROM_PER_MIN = 4

/** One stroke in five minutes: the minimum shown rate. */
const RATE_MIN = 0.2
const RATE_MAX = 2_000
/** Radius of one stroke a minute at zoom 4, CSS pixels, and how it grows: four times the rate is half as wide again. */
const RADIUS_OF_ONE_PX = 3.2
const RADIUS_POWER = 0.3
/** Of the radius at each zoom. */
const SIZES = [2, 0.7, 4, 1, 6, 1.25] as const

/** Strokes a minute that the legend shows. */
export const LEGEND_RATES = [1, 10, 60, 300] as const
/** Fill of a ring: strikes show through, and the number stays readable. */
export const RING_FILL_OPACITY = 0.28
/** The busier a storm, the stronger its ring: opacity and width, CSS pixels, by strokes a minute. */
const RINGS = [
  { perMin: 2, opacity: FAINTEST, px: 1 },
  { perMin: 60, opacity: 1, px: 2 },
] as const
/** From this zoom on busy storms have names; in wider views names would overlap. */
const NAMES_FROM_ZOOM = 3.5
const NAMES_FROM_PER_MIN = 60
const MORE_NAMES_FROM_ZOOM = 5
const MORE_NAMES_FROM_PER_MIN = 20
const NAME_PX = 11
const TICK_PX = 10
/** Between a ring and its name, in ems. */
const NAME_GAP_EM = 0.35

/** Minimum strokes a minute for a ring with room for the number. */
const NUMBER_FROM_PER_MIN = 30
/** Minimum rate of rings with a trend arc, which names must not cover. */
const ROOM_FROM_PER_MIN = 8

/** The radius of a storm's ring at zoom 4, CSS pixels. */
export function discRadiusPx(perMin: number): number {
  return RADIUS_OF_ONE_PX * Math.min(RATE_MAX, Math.max(RATE_MIN, perMin)) ** RADIUS_POWER
}

const rate: ExpressionSpecification = ['min', RATE_MAX, ['max', RATE_MIN, ['get', 'perMin']]]

/** The radius of a storm's ring by zoom, plus a margin; in CSS pixels, or converted by `perPx`. */
export function discRadius(marginPx = 0, perPx = 1): ExpressionSpecification {
  const radius = (size: number): ExpressionSpecification => [
    '+',
    marginPx,
    ['*', RADIUS_OF_ONE_PX * size * perPx, ['^', rate, RADIUS_POWER]],
  ]
  const [z0, s0, z1, s1, z2, s2] = SIZES
  return ['interpolate', ['linear'], ['zoom'], z0, radius(s0), z1, radius(s1), z2, radius(s2)]
}

/**
 * A neutral ring for each storm, sized by rate; the busiest on top. All are drawn with this share of their usual
 * opacity.
 */
export function ringLayer(theme: Theme, share: number): Omit<CircleLayerSpecification, 'source'> {
  const { ink, halo } = MAP_INK[theme]
  return {
    id: 'storms-rings',
    type: 'circle',
    maxzoom: DISC_UNTIL_ZOOM,
    layout: { 'circle-sort-key': ['get', 'perMin'] },
    paint: {
      'circle-radius': discRadius(),
      'circle-color': halo,
      'circle-opacity': fade(OUTLINE_FROM_ZOOM, RING_FILL_OPACITY * share, DISC_UNTIL_ZOOM, 0),
      'circle-stroke-color': ink,
      'circle-stroke-width': byRate(({ px }) => px),
      'circle-stroke-opacity': fade(
        OUTLINE_FROM_ZOOM,
        byRate(({ opacity }) => opacity * share),
        DISC_UNTIL_ZOOM,
        0,
      ),
    },
  }
}

/**
 * Strokes a minute in the ring, if it has room; in crowded areas only of the busiest. An arc around the ring shows
 * the trend and keeps names and smaller numbers off.
 */
export function numberLayer(theme: Theme, share: number): Omit<SymbolLayerSpecification, 'source'> {
  return {
    id: 'storms-numbers',
    type: 'symbol',
    maxzoom: DISC_UNTIL_ZOOM,
    filter: ['>=', ['get', 'perMin'], ROOM_FROM_PER_MIN],
    layout: {
      'icon-image': ['concat', arcIcon(theme, ''), ['get', 'badge']],
      'icon-size': discRadius(0, 2 / RING_ICON_PX),
      'icon-overlap': 'always',
      'icon-padding': 0,
      'text-optional': true,
      'text-field': ['case', ['>=', ['get', 'perMin'], NUMBER_FROM_PER_MIN], ['get', 'number'], ''],
      'text-size': ['interpolate', ['linear'], ['ln', rate], Math.log(NUMBER_FROM_PER_MIN), 9, Math.log(500), 15],
      'text-font': ['Inter Bold', ...MAP_FONTS],
      'text-padding': 0,
      'symbol-sort-key': ['-', ['get', 'perMin']],
    },
    paint: {
      'icon-opacity': fade(OUTLINE_FROM_ZOOM, share, DISC_UNTIL_ZOOM, 0),
      'text-color': MAP_INK[theme].ink,
      'text-halo-color': MAP_INK[theme].halo,
      'text-halo-width': 1.6,
      'text-opacity': fade(OUTLINE_FROM_ZOOM, share, DISC_UNTIL_ZOOM, 0),
    },
  }
}

/** Names of the busiest storms beside their rings, on a side with room, else hidden. */
export function nameLayer(theme: Theme, share: number): Omit<SymbolLayerSpecification, 'source'> {
  const { ink, halo } = MAP_INK[theme]
  const least: ExpressionSpecification = [
    'step',
    ['zoom'],
    NAMES_FROM_PER_MIN,
    MORE_NAMES_FROM_ZOOM,
    MORE_NAMES_FROM_PER_MIN,
  ]
  return {
    id: 'storms-names',
    type: 'symbol',
    minzoom: NAMES_FROM_ZOOM,
    maxzoom: WORDS_FROM_ZOOM,
    filter: ['all', ['!=', ['get', 'name'], ''], ['>=', ['get', 'perMin'], least]],
    layout: {
      'text-field': ['get', 'name'],
      'text-size': NAME_PX,
      'text-font': MEDIUM_MAP_FONTS,
      'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
      'text-radial-offset': ['+', NAME_GAP_EM, ['/', ['*', RADIUS_OF_ONE_PX, ['^', rate, RADIUS_POWER]], NAME_PX]],
      'text-justify': 'auto',
      'text-max-width': 14,
      'text-padding': 3,
      'symbol-sort-key': ['-', ['get', 'perMin']],
    },
    paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 2, 'text-opacity': share },
  }
}

/** Label below a storm: rate, and motion if known. The busiest storm is placed first. */
export function labelLayer(theme: Theme, share: number): Omit<SymbolLayerSpecification, 'source'> {
  const { ink, halo } = MAP_INK[theme]
  return {
    id: 'storms-labels',
    type: 'symbol',
    minzoom: WORDS_FROM_ZOOM,
    filter: ['>=', ['get', 'perMin'], ['step', ['zoom'], WORDS_FROM_PER_MIN, ALL_WORDS_FROM_ZOOM, 0]],
    layout: {
      'text-field': ['get', 'text'],
      'text-size': ['interpolate', ['linear'], ['ln', rate], Math.log(5), 11, Math.log(300), 14],
      'text-font': MEDIUM_MAP_FONTS,
      'text-variable-anchor': ['top', 'top-left', 'top-right'],
      'text-radial-offset': 0.4,
      'text-justify': 'auto',
      'text-max-width': 14,
      'symbol-sort-key': ['-', ['get', 'perMin']],
    },
    paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 2.2, 'text-opacity': share },
  }
}

/** On each tick of a cone after how many minutes the storm is there. */
export function tickLayer(theme: Theme, share: number, unit: string): Omit<SymbolLayerSpecification, 'source'> {
  const { ink, halo } = MAP_INK[theme]
  return {
    id: 'storms-tick-labels',
    type: 'symbol',
    minzoom: WORDS_FROM_ZOOM,
    filter: ['==', ['geometry-type'], 'Point'],
    layout: {
      'text-field': ['concat', ['get', 'minutes'], ' ', unit],
      'text-size': TICK_PX,
      'text-font': MEDIUM_MAP_FONTS,
      'text-variable-anchor': ['center', 'left', 'right', 'top', 'bottom'],
      'text-radial-offset': 0.6,
      'text-padding': 1,
    },
    paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 2, 'text-opacity': share },
  }
}

function byRate(of: (ring: (typeof RINGS)[number]) => number): ExpressionSpecification {
  return [
    'interpolate',
    ['linear'],
    ['ln', rate],
    ...RINGS.flatMap((ring) => [Math.log(ring.perMin), of(ring)]),
  ] as unknown as ExpressionSpecification
}

export function fade(
  fromZoom: number,
  from: number | ExpressionSpecification,
  toZoom: number,
  to: number,
): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], fromZoom, from, toZoom, to]
}
