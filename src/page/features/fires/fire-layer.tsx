import { Layer, Source } from '@vis.gl/react-maplibre'
import type { FeatureCollection } from 'geojson'
import type { CircleLayerSpecification, ExpressionSpecification } from 'maplibre-gl'
import { useCallback, useMemo } from 'react'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { clockText } from '../../../core/util/format.ts'
import { FIRE_AGES, FIRE_CORE, FIRE_GLOWS, FIRE_HALO } from '../../../core/weather/fire-ramp.ts'
import { useNow } from '../../live/time/use-now.ts'
import { boxAreas, HatchedAreas } from '../../map/hatched-areas.tsx'
import { NO_FEATURES, useMapInstance, useSourceData } from '../../map/map-hooks.ts'
import { MAP_INK } from '../../map/map-ink.ts'
import { type PickPoint, useMapPick } from '../../map/picking/map-pick.ts'
import { SLOTS } from '../../map/slots.ts'
import { usePage } from '../../state/page-store.ts'
import type { Theme } from '../../state/view.ts'
import { useFireImage } from './fire-icons.ts'
import { youngestWithin } from './fire-pick.ts'
import { FireTip } from './fire-tip.tsx'
import { DENSITY_UNTIL_ZOOM, SQUARES_FROM_ZOOM } from './marks.ts'
import { useFireMarks } from './use-fire-marks.ts'
import { useFireLoading, useFires } from './use-fires.ts'

const MARKS = 'fires'
const CHOSEN = 'fires-chosen'
/** Update interval of ages: classes are hours, and each update redraws the squares. */
const AGES_EVERY_MS = 10 * MINUTE_MS
const REACH_PX = 6
/** Fires are muted beside lightning, unless one is selected. */
const MUTED = 0.55
const MUTED_SQUARE = 0.75

export default function FireLayer() {
  const ready = useFireImage()
  useFireLoading()
  useFirePick()
  if (!ready) return null
  return (
    <>
      <FireTip />
      <UnseenCells />
      <FireMarks />
      <ChosenFire />
    </>
  )
}

/** The youngest fire within reach of the pointer. */
function useFirePick() {
  const map = useMapInstance()
  const { held } = useFires()
  const pick = useCallback(
    ({ x, y }: PickPoint) => {
      if (!map) return null
      const corners = [-REACH_PX, REACH_PX].map((px) => map.unproject([x + px, y + px]))
      const lons = corners.map(({ lng }) => lng)
      const lats = corners.map(({ lat }) => lat)
      const box = {
        west: Math.min(...lons),
        east: Math.max(...lons),
        south: Math.min(...lats),
        north: Math.max(...lats),
      }
      const found = youngestWithin(held, box)
      return found && { kind: 'fire', id: found.id, detail: `${clockText(found.detectedAtMs, 'UTC')} UTC` }
    },
    [map, held],
  )
  useMapPick(20, pick)
}

/** Areas without data of fires. */
function UnseenCells() {
  const { wanted, loaded } = useFires()
  const unseen = useMemo(() => {
    const seen = new Set(loaded)
    return boxAreas(wanted.filter((cell) => !seen.has(cell)).map(({ box }) => box))
  }, [wanted, loaded])
  return <HatchedAreas id="fires-unseen" areas={unseen} />
}

/** From afar cores within glows, which add up where there are many; from near by squares by age. */
function FireMarks() {
  const theme = usePage((state) => state.theme)
  const isMuted = usePage(({ overlaysOn, selection }) => overlaysOn.includes('lightning') && selection?.kind !== 'fire')
  const size = isMuted ? MUTED : 1
  const { held } = useFires()
  const agesAtMs = Math.floor(useNow() / AGES_EVERY_MS) * AGES_EVERY_MS
  useFireMarks(MARKS, held, agesAtMs)
  return (
    <Source id={MARKS} type="geojson" data={NO_FEATURES}>
      <Layer
        id="fires-cores"
        type="circle"
        beforeId={SLOTS.marks}
        maxzoom={DENSITY_UNTIL_ZOOM}
        paint={{
          'circle-color': FIRE_CORE[theme].colour,
          'circle-radius': coreRadius(size),
          'circle-opacity': fade(SQUARES_FROM_ZOOM, FIRE_CORE[theme].opacity, DENSITY_UNTIL_ZOOM, 0),
        }}
      />
      {FIRE_GLOWS[theme].map(({ colour, opacity, share }, i) => (
        <Layer
          key={colour}
          id={`fires-density-${i}`}
          type="circle"
          beforeId={SLOTS.marks}
          maxzoom={DENSITY_UNTIL_ZOOM}
          paint={{
            'circle-color': colour,
            'circle-blur': 1,
            'circle-radius': glowRadius(share * size),
            'circle-opacity': fade(SQUARES_FROM_ZOOM, opacity, DENSITY_UNTIL_ZOOM, 0),
          }}
        />
      ))}
      <Layer
        id="fires-squares"
        type="symbol"
        beforeId={SLOTS.marks}
        minzoom={SQUARES_FROM_ZOOM}
        layout={{
          'icon-image': 'fire-square',
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
          'icon-size': squareSize(isMuted ? MUTED_SQUARE : 1),
          // In source order: a cell's youngest on top. A sort key would cost a draw call per fire.
          'symbol-z-order': 'source',
        }}
        paint={{
          'icon-color': colourByAge(theme),
          'icon-halo-color': FIRE_HALO[theme],
          'icon-halo-width': 1,
          'icon-opacity': fade(SQUARES_FROM_ZOOM, 0, SQUARES_FROM_ZOOM + 0.8, 1),
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

function colourByAge(theme: Theme): ExpressionSpecification {
  const classes = FIRE_AGES.flatMap((age, i) => [i, age[theme]])
  return ['match', ['get', 'age'], ...classes, FIRE_AGES.at(-1)![theme]] as unknown as ExpressionSpecification
}

function coreRadius(size: number): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], 1, 1.2 * size, 4, 1.8 * size, DENSITY_UNTIL_ZOOM, 2.6 * size]
}

function squareSize(size: number): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], 4, 0.42 * size, 6, 0.6 * size, 9, 0.95 * size]
}

/** Overlapping glows add up; the radius by zoom, as a share of the widest. */
function glowRadius(share: number): ExpressionSpecification {
  const at = (px: number) => px * share
  return ['interpolate', ['exponential', 1.6], ['zoom'], 1, at(2.5), 4, at(8), DENSITY_UNTIL_ZOOM, at(14)]
}
