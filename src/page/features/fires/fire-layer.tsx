import { Layer, Source } from '@vis.gl/react-maplibre'
import type { FeatureCollection } from 'geojson'
import type { CircleLayerSpecification, ExpressionSpecification, GeoJSONSource } from 'maplibre-gl'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { clockText } from '../../../core/util/format.ts'
import { FIRE_COLOUR, FIRE_FAR } from '../../../core/weather/fire-ramp.ts'
import { useFormat } from '../../i18n/format.ts'
import { useOfNow } from '../../live/time/use-now.ts'
import { NO_FEATURES, onNewSource, useMapInstance, useSourceData } from '../../map/map-hooks.ts'
import { useThemeImages } from '../../map/map-images.ts'
import { MAP_INK } from '../../map/map-ink.ts'
import { useHovered } from '../../map/picking/map-hover.ts'
import { useMapPick } from '../../map/picking/map-pick.ts'
import { MapTip } from '../../map/picking/map-tip.tsx'
import { SLOTS } from '../../map/slots.ts'
import { usePage } from '../../state/page-store.ts'
import type { HeldCell } from './fire-field.ts'
import { createFireMarks } from './fire-marks.ts'
import { youngestWithin } from './fire-pick.ts'
import { flameIcon, supplyFlames } from './flame/fire-icons.ts'
import { DENSITY_UNTIL_ZOOM, FLAMES_FROM_ZOOM } from './marks.ts'
import { useFireLoading, useFires } from './use-fires.ts'
import './words.ts'

const MARKS = 'fires'
const CHOSEN = 'fires-chosen'
/** Update interval of ages: classes are hours, and each update redraws the flames. */
const AGES_EVERY_MS = 10 * MINUTE_MS
const REACH_PX = 6
/** Fires are muted beside lightning, unless one is selected. */
const MUTED = 0.55
const MUTED_FLAME = 0.75

export default function FireLayer() {
  const map = useMapInstance()
  useThemeImages(supplyFlames)
  useFireLoading()
  useFirePick()
  if (!map) return null
  return (
    <>
      <FireTip />
      <FireMarks />
      <ChosenFire />
    </>
  )
}

/** The youngest fire within reach of the pointer. */
function useFirePick() {
  const map = useMapInstance()
  const { held } = useFires()
  useMapPick(20, ({ x, y }) => {
    if (!map) return null
    const corners = [-REACH_PX, REACH_PX].map((px) => map.unproject([x + px, y + px]))
    const lons = corners.map(({ lng }) => lng)
    const lats = corners.map(({ lat }) => lat)
    const box = { west: Math.min(...lons), east: Math.max(...lons), south: Math.min(...lats), north: Math.max(...lats) }
    const found = youngestWithin(held, box)
    return found && { kind: 'fire', id: found.id, detail: `${clockText(found.detectedAtMs, 'UTC')} UTC` }
  })
}

/** From afar cores within glows, which add up where there are many; from near by flames by age. */
function FireMarks() {
  const theme = usePage((state) => state.theme)
  const isMuted = usePage(({ overlaysOn, selection }) => overlaysOn.includes('lightning') && selection?.kind !== 'fire')
  const size = isMuted ? MUTED : 1
  const { held } = useFires()
  const agesAtMs = useOfNow((nowMs) => Math.floor(nowMs / AGES_EVERY_MS) * AGES_EVERY_MS)
  useFireMarks(MARKS, held, agesAtMs)
  return (
    <Source id={MARKS} type="geojson" data={NO_FEATURES}>
      <Layer
        id="fires-cores"
        type="circle"
        beforeId={SLOTS.marks}
        maxzoom={DENSITY_UNTIL_ZOOM}
        paint={{
          'circle-color': FIRE_COLOUR[theme],
          'circle-radius': coreRadius(size),
          'circle-opacity': fade(FLAMES_FROM_ZOOM, FIRE_FAR.core, DENSITY_UNTIL_ZOOM, 0),
        }}
      />
      <Layer
        id="fires-glow"
        type="circle"
        beforeId={SLOTS.marks}
        maxzoom={DENSITY_UNTIL_ZOOM}
        paint={{
          'circle-color': FIRE_COLOUR[theme],
          'circle-blur': 1,
          'circle-radius': glowRadius(size),
          'circle-opacity': fade(FLAMES_FROM_ZOOM, FIRE_FAR.glow[theme], DENSITY_UNTIL_ZOOM, 0),
        }}
      />
      <Layer
        id="fires-flames"
        type="symbol"
        beforeId={SLOTS.marks}
        minzoom={FLAMES_FROM_ZOOM}
        layout={{
          'icon-image': ['concat', flameIcon(theme, ''), ['get', 'age']],
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
          'icon-size': flameSize(isMuted ? MUTED_FLAME : 1),
          // In source order: a cell's youngest on top. A sort key would cost a draw call per fire.
          'symbol-z-order': 'source',
        }}
        paint={{
          'icon-opacity': fade(FLAMES_FROM_ZOOM, 0, FLAMES_FROM_ZOOM + 0.8, 1),
        }}
      />
    </Source>
  )
}

function ChosenFire() {
  const theme = usePage((state) => state.theme)
  const selectedId = usePage(({ selection }) => (selection?.kind === 'fire' ? selection.id : null))
  const { fires } = useFires()
  const chosen = useMemo((): FeatureCollection => {
    const fire = selectedId === null ? undefined : fires.find(({ id }) => id === selectedId)
    if (!fire) return NO_FEATURES
    const geometry = { type: 'Point' as const, coordinates: [fire.lon, fire.lat] }
    return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] }
  }, [fires, selectedId])
  useSourceData(CHOSEN, chosen)
  return (
    <Source id={CHOSEN} type="geojson" data={NO_FEATURES}>
      <Layer
        id="fires-selected-halo"
        type="circle"
        beforeId={SLOTS.selection}
        paint={ring(10, 4, MAP_INK[theme].halo)}
      />
      <Layer id="fires-selected" type="circle" beforeId={SLOTS.selection} paint={ring(11, 2, MAP_INK[theme].ink)} />
    </Source>
  )
}

function ring(radius: number, width: number, colour: string): CircleLayerSpecification['paint'] {
  return {
    'circle-radius': radius,
    'circle-opacity': 0,
    'circle-stroke-width': width,
    'circle-stroke-color': colour,
  }
}

function fade(fromZoom: number, from: number, toZoom: number, to: number): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], fromZoom, from, toZoom, to]
}

function coreRadius(size: number): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], 1, 1.2 * size, 4, 1.8 * size, DENSITY_UNTIL_ZOOM, 2.6 * size]
}

function flameSize(size: number): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], 4, 0.42 * size, 6, 0.6 * size, 9, 0.95 * size]
}

/** A glow of many adds up to more; its radius at each zoom. */
function glowRadius(size: number): ExpressionSpecification {
  return ['interpolate', ['exponential', 1.6], ['zoom'], 1, 2.5 * size, 4, 8 * size, DENSITY_UNTIL_ZOOM, 14 * size]
}

/** When the fire under the pointer was seen. */
function FireTip() {
  const { t } = useTranslation('fires')
  const format = useFormat()
  const hovered = useHovered('fire')
  const { fires } = useFires()
  const id = hovered?.selection.id
  const fire = useMemo(() => fires.find((each) => each.id === id), [fires, id])
  const old = useOfNow((nowMs) => (fire ? format.age(Math.max(0, nowMs - fire.detectedAtMs)) : ''))
  if (!hovered || !fire) return null
  const { detectedAtMs } = fire
  return (
    <MapTip x={hovered.x} y={hovered.y}>
      <strong>{format.utcTime(detectedAtMs)}</strong>
      <span>{format.zoneTime(detectedAtMs)}</span>
      <span>{t('ago', { age: old })}</span>
    </MapTip>
  )
}

/** Updates a map source with the fires of these cells, step by step, changes only. */
function useFireMarks(sourceId: string, cells: readonly HeldCell[], nowMs: number): void {
  const map = useMapInstance()
  const [marks] = useState(() => ({ ...createFireMarks(), source: null as GeoJSONSource | null }))
  useEffect(() => {
    if (!map) return
    let run = 0
    const sync = async () => {
      const own = ++run
      for (;;) {
        const source = map.getSource<GeoJSONSource>(sourceId) ?? null
        if (own !== run || !source) return
        if (source !== marks.source) {
          // The first one, or that of a new style.
          marks.reset()
          marks.source = source
        }
        const diff = marks.next(cells, nowMs)
        if (!diff) return
        await source.updateData(diff)
      }
    }
    void sync()
    const stop = onNewSource(map, sourceId, () => map.getSource(sourceId) !== marks.source && void sync())
    return () => {
      run = -1
      stop()
    }
  }, [map, sourceId, cells, nowMs, marks])
}
