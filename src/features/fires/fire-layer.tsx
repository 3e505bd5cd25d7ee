import { Layer, Source } from '@vis.gl/react-maplibre'
import type { FeatureCollection } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useCallback, useMemo } from 'react'
import { FIRE_AGES } from '../../core/fire-ramp.ts'
import type { Cell } from '../../core/grid.ts'
import { NO_FEATURES, useMapInstance, useSourceData } from '../../shell/map-hooks.ts'
import { type PickPoint, useMapPick } from '../../shell/map-pick.ts'
import { type Theme, useShell } from '../../shell/shell-store.ts'
import { useNow } from '../../shell/use-now.ts'
import { useFireImages } from './fire-icons.ts'
import { useFireLoading, useFires } from './use-fires.ts'

const MARKS = 'fires'
const UNSEEN = 'fires-unseen'
const HOUR_MS = 60 * 60_000
const MINUTE_MS = 60_000
const REACH_PX = 5

export default function FireLayer() {
  const map = useMapInstance()
  const theme = useShell((state) => state.theme)
  const selectedId = useShell(({ selection }) => (selection?.kind === 'fire' ? selection.id : ''))
  const ready = useFireImages()
  useFireLoading()
  const { fires, wanted, loaded } = useFires()
  // Colours go by age; a minute is fine enough for classes of hours.
  const nowMinute = Math.floor(useNow() / MINUTE_MS)

  const marks = useMemo(
    (): FeatureCollection => ({
      type: 'FeatureCollection',
      features: fires.map(({ id, lat, lon, detectedAtMs }) => ({
        type: 'Feature',
        properties: { id, atMs: detectedAtMs },
        geometry: { type: 'Point', coordinates: [lon, lat] },
      })),
    }),
    [fires],
  )
  const unseen = useMemo(() => cellsAsGeojson(wanted.filter((cell) => !loaded.includes(cell))), [wanted, loaded])

  useSourceData(MARKS, marks)
  useSourceData(UNSEEN, unseen)

  const pick = useCallback(
    ({ x, y }: PickPoint) => {
      if (!map?.getLayer('fires-squares')) return null
      const around: [[number, number], [number, number]] = [
        [x - REACH_PX, y - REACH_PX],
        [x + REACH_PX, y + REACH_PX],
      ]
      const id = map.queryRenderedFeatures(around, { layers: ['fires-squares'] })[0]?.properties.id
      return typeof id === 'string' ? { kind: 'fire', id } : null
    },
    [map],
  )
  useMapPick(20, pick)

  if (!ready) return null
  return (
    <>
      <Source id={UNSEEN} type="geojson" data={NO_FEATURES}>
        <Layer
          id="fires-unseen"
          type="fill"
          beforeId="slot-areas"
          paint={{ 'fill-pattern': `fire-hatch-${theme}`, 'fill-opacity': 1 }}
        />
      </Source>
      <Source id={MARKS} type="geojson" data={NO_FEATURES}>
        <Layer
          id="fires-squares"
          type="symbol"
          beforeId="slot-marks"
          layout={{
            'icon-image': 'fire-square',
            'icon-allow-overlap': true,
            'icon-ignore-placement': true,
            'icon-size': ['interpolate', ['linear'], ['zoom'], 2, 0.28, 5, 0.5, 9, 0.95],
            // The youngest on top.
            'symbol-sort-key': ['get', 'atMs'],
          }}
          paint={{
            'icon-color': colourByAge(nowMinute * MINUTE_MS, theme),
            'icon-halo-color': theme === 'dark' ? 'rgba(30, 8, 0, 0.85)' : 'rgba(255, 255, 255, 0.9)',
            'icon-halo-width': 1,
          }}
        />
        <Layer
          id="fires-selected"
          type="circle"
          filter={['==', ['get', 'id'], selectedId]}
          paint={{
            'circle-radius': 11,
            'circle-opacity': 0,
            'circle-stroke-width': 2,
            'circle-stroke-color': theme === 'dark' ? '#ffffff' : '#14202f',
          }}
        />
      </Source>
    </>
  )
}

function colourByAge(nowMs: number, theme: Theme): ExpressionSpecification {
  const ageHours: ExpressionSpecification = ['/', ['-', nowMs, ['get', 'atMs']], HOUR_MS]
  const [youngest, ...older] = FIRE_AGES
  const steps = older.flatMap((age, i) => [FIRE_AGES[i]!.untilHours, age[theme]])
  return ['step', ageHours, youngest[theme], ...steps] as unknown as ExpressionSpecification
}

function cellsAsGeojson(cells: readonly Cell[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: cells.map(({ box: { west, south, east, north } }) => ({
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      },
    })),
  }
}
