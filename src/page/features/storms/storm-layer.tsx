import { Layer, Source } from '@vis.gl/react-maplibre'
import type { ExpressionSpecification, FilterSpecification, Map as MapLibreMap } from 'maplibre-gl'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Storm } from '../../../contract/nowcast.ts'
import type { StormBadge } from '../../../core/storms/storm-badges.ts'
import { courseOf } from '../../../core/storms/storm-cells.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useStorms } from '../../live/storms/use-storms.ts'
import { useIsLightningStale } from '../../live/use-line-state.ts'
import { NO_FEATURES, useMapInstance, useSourceData } from '../../map/map-hooks.ts'
import { useThemeImages } from '../../map/map-images.ts'
import { FAINTEST, LINE_HALO_OPACITY, MAP_INK } from '../../map/map-ink.ts'
import { type PickPoint, useMapPick } from '../../map/picking/map-pick.ts'
import { SLOTS } from '../../map/slots.ts'
import { usePage } from '../../state/page-store.ts'
import { SelectedStorm } from './selected-storm.tsx'
import { findStorm, nameStorm } from './storm-choice.ts'
import { supplyArcs } from './storm-icons.ts'
import { stormShapes } from './storm-shapes.ts'
import {
  DISC_UNTIL_ZOOM,
  fade,
  labelLayer,
  nameLayer,
  numberLayer,
  OUTLINE_FROM_ZOOM,
  ringLayer,
  tickLayer,
} from './storm-style.ts'
import { badgeText, motionText, rateText, type StormT } from './storm-words.ts'
import { useStormFormat } from './use-storm-format.ts'
import { useStormNames } from './use-storm-names.ts'

addWords(import.meta.glob('../../../locales/*/storms.json', { eager: true, import: 'default' }))

const MIDDLES = 'storm-middles'
const OUTLINES = 'storm-outlines'
const CONES = 'storm-cones'
const TICKS = 'storm-ticks'
const LABELS = 'storm-labels'

const RISING: StormBadge['kind'][] = ['new', 'rising']
const isRising: ExpressionSpecification = ['in', ['get', 'badge'], ['literal', RISING]]
const isFalling: FilterSpecification = ['==', ['get', 'badge'], 'falling']
const isOther: FilterSpecification = ['==', ['get', 'badge'], 'none']
const LINE_PX = 1.4
const RISING_PX = 2.8
const HALO_PX = 1.6
const CONE_PX = 1
const CONE_OPACITY = 0.12
/** The view is updated when the map rests: a moving map may go this far beyond. */
const SPARE_ZOOM = 1

/** Storms on the map: far out a ring by rate; closer in an outline by trend, a cone by motion, and both in words. */
export default function StormLayer() {
  const { t } = useTranslation('storms')
  const theme = usePage((state) => state.theme)
  const { storms, observed, atMs } = useStorms()
  const format = useStormFormat()
  const nameOf = useStormNames(storms)
  const shortNameOf = useStormNames(storms, 'short')
  // Layers invisible at this zoom are neither computed nor tiled.
  const isFar = usePage(({ view }) => view.zoom < OUTLINE_FROM_ZOOM - SPARE_ZOOM)
  const shapes = useMemo(() => {
    const say = t as StormT
    const words = (storm: Storm) => {
      const { strokesPerMin } = storm
      const number = strokesPerMin === null ? '' : String(Math.round(strokesPerMin))
      const names = { name: shortNameOf(storm), number }
      if (isFar) return { ...names, text: '' }
      const rate = [rateText(storm, say, 'short'), badgeText(storm, say, 'short')].filter(Boolean).join(' ')
      const motion = courseOf(storm) ? motionText(storm, format, say, 'short') : ''
      return { ...names, text: [nameOf(storm), rate, motion].filter(Boolean).join('\n') }
    }
    return stormShapes(storms, words, { areOutlined: !isFar, observed })
  }, [storms, observed, format, nameOf, shortNameOf, isFar, t])
  useStormPick(storms, atMs, (storm) => nameOf(storm) || rateText(storm, t as StormT, 'short'))
  useThemeImages(supplyArcs)
  const isNear = usePage(({ view }) => view.zoom > DISC_UNTIL_ZOOM + SPARE_ZOOM)
  useSourceData(MIDDLES, isNear ? NO_FEATURES : shapes.middles)
  useSourceData(OUTLINES, isFar ? NO_FEATURES : shapes.outlines)
  useSourceData(CONES, isFar ? NO_FEATURES : shapes.cones)
  useSourceData(TICKS, isFar ? NO_FEATURES : shapes.ticks)
  useSourceData(LABELS, isFar ? NO_FEATURES : shapes.labels)

  // Like the strikes, and at the same time.
  const share = useIsLightningStale() ? FAINTEST : 1
  const { ink, halo } = MAP_INK[theme]
  const line = (id: string, more: { px: number; opacity: number; colour?: string; dash?: number[] }) => ({
    id,
    type: 'line' as const,
    beforeId: SLOTS.storms,
    minzoom: OUTLINE_FROM_ZOOM,
    paint: {
      'line-color': more.colour ?? ink,
      'line-width': more.px,
      'line-opacity': fade(OUTLINE_FROM_ZOOM, 0, DISC_UNTIL_ZOOM, more.opacity * share),
      ...(more.dash && { 'line-dasharray': more.dash }),
    },
  })
  const haloOf = { colour: halo, opacity: LINE_HALO_OPACITY }
  return (
    <>
      <Source id={MIDDLES} type="geojson" data={NO_FEATURES}>
        <Layer {...ringLayer(theme, share)} beforeId={SLOTS.storms} />
        <Layer {...nameLayer(theme, share)} beforeId={SLOTS.labels} />
        <Layer {...numberLayer(theme, share)} beforeId={SLOTS.labels} />
      </Source>
      <Source id={OUTLINES} type="geojson" data={NO_FEATURES}>
        <Layer {...line('storms-rising-halo', { ...haloOf, px: RISING_PX + HALO_PX })} filter={isRising} />
        <Layer {...line('storms-halo', { ...haloOf, px: LINE_PX + HALO_PX })} filter={['!', isRising]} />
        <Layer {...line('storms-rising', { px: RISING_PX, opacity: 0.95 })} filter={isRising} />
        <Layer {...line('storms-steady', { px: LINE_PX, opacity: FAINTEST })} filter={isOther} />
        <Layer {...line('storms-falling', { px: LINE_PX, opacity: FAINTEST, dash: [2, 2.5] })} filter={isFalling} />
      </Source>
      <Source id={CONES} type="geojson" data={NO_FEATURES}>
        <Layer
          id="storms-cones"
          type="fill"
          beforeId={SLOTS.storms}
          minzoom={OUTLINE_FROM_ZOOM}
          paint={{
            'fill-color': ink,
            'fill-opacity': fade(OUTLINE_FROM_ZOOM, 0, DISC_UNTIL_ZOOM, CONE_OPACITY * share),
          }}
        />
        <Layer {...line('storms-cone-sides-halo', { ...haloOf, px: CONE_PX + HALO_PX })} />
        <Layer {...line('storms-cone-sides', { px: CONE_PX, opacity: FAINTEST })} />
      </Source>
      <Source id={TICKS} type="geojson" data={NO_FEATURES}>
        <Layer {...line('storms-ticks-halo', { ...haloOf, px: LINE_PX + HALO_PX })} />
        <Layer {...line('storms-ticks', { px: LINE_PX, opacity: 0.95 })} />
        <Layer {...tickLayer(theme, share, t('tick', { minutes: '' }).trim())} beforeId={SLOTS.labels} />
      </Source>
      <Source id={LABELS} type="geojson" data={NO_FEATURES}>
        <Layer {...labelLayer(theme, share)} beforeId={SLOTS.labels} />
      </Source>
      <SelectedStorm storms={storms} atMs={atMs} observed={observed} />
    </>
  )
}

/** Below airports, above single strikes. */
const PRIORITY = 45
/** How far from an outline it is still meant; a finger is wider than a pointer. */
const REACH_PX = { fine: 6, coarse: 14 }
const OFFERED_MAX = 4

/** Clickable storm layers: rings, outlines and labels; within an outline a click selects strikes. */
const PICKED_LAYERS = [
  'storms-rings',
  'storms-numbers',
  'storms-names',
  'storms-rising',
  'storms-steady',
  'storms-falling',
  'storms-labels',
] as const

/** A click on a storm's ring, outline or label opens its card. */
function useStormPick(storms: readonly Storm[], atMs: number, detailOf: (storm: Storm) => string): void {
  const map = useMapInstance()
  useMapPick(PRIORITY, (at) => {
    const { selection } = usePage.getState()
    const selected = selection?.kind === 'storm' ? selection.id : null
    const known = findStorm(selected, storms, atMs)
    return stormsAt(map, at, storms).map((storm) => ({
      kind: 'storm',
      id: storm === known && selected ? selected : nameStorm(storm, atMs),
      detail: detailOf(storm),
    }))
  })
}

/** The storms that are drawn at a spot, the busiest first. */
function stormsAt(map: MapLibreMap | null, { x, y }: PickPoint, storms: readonly Storm[]): Storm[] {
  const layers = map ? PICKED_LAYERS.filter((id) => map.getLayer(id)) : []
  if (!map || layers.length === 0) return []
  const reach = matchMedia('(pointer: coarse)').matches ? REACH_PX.coarse : REACH_PX.fine
  const found = map.queryRenderedFeatures(
    [
      [x - reach, y - reach],
      [x + reach, y + reach],
    ],
    { layers },
  )
  const ids = new Set(found.map(({ properties }) => properties.id))
  return storms.filter(({ id }) => ids.has(id)).slice(0, OFFERED_MAX)
}
