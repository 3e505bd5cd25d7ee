import { Layer, Source } from '@vis.gl/react-maplibre'
import type { FeatureCollection } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useCallback, useMemo } from 'react'
import { NO_FEATURES, useMapInstance, useSourceData } from '../../map/map-hooks.ts'
import { MAP_INK } from '../../map/map-ink.ts'
import { type PickPoint, useMapPick } from '../../map/picking/map-pick.ts'
import { usePage } from '../../state/page-store.ts'
import type { Earthquake } from './earthquake.ts'
import { useEarthquakes } from './earthquake-query.ts'
import { DEPTHS } from './marks.ts'

const SOURCE = 'earthquakes'
const RINGS = 'earthquakes-rings'
const PICK_PRIORITY = 25
const REACH_PX = 4
const RADIUS: ExpressionSpecification = ['interpolate', ['linear'], ['get', 'magnitude'], 2.5, 3, 5, 9, 8, 26]
const RIM_PX = 1.8

/** A ring around each, by magnitude and depth: whatever lies under it is still seen. */
export default function EarthquakeLayer() {
  const theme = usePage((state) => state.theme)
  const selectedId = usePage(({ selection }) => (selection?.kind === 'earthquake' ? selection.id : ''))
  const { data } = useEarthquakes()
  useSourceData(
    SOURCE,
    useMemo(() => asGeojson(data?.earthquakes ?? []), [data]),
  )
  usePick()
  const { halo, ink } = MAP_INK[theme]
  const [shallow, intermediate, deep] = DEPTHS
  return (
    <Source id={SOURCE} type="geojson" data={NO_FEATURES}>
      <Layer
        id="earthquakes-halo"
        type="circle"
        beforeId="slot-marks"
        paint={{
          'circle-radius': RADIUS,
          'circle-opacity': 0,
          'circle-stroke-width': ['case', ['==', ['get', 'id'], selectedId], 5, RIM_PX + 1.6],
          'circle-stroke-color': ['case', ['==', ['get', 'id'], selectedId], ink, halo],
        }}
      />
      <Layer
        id={RINGS}
        type="circle"
        beforeId="slot-marks"
        paint={{
          'circle-radius': RADIUS,
          'circle-opacity': 0,
          'circle-stroke-width': RIM_PX,
          'circle-stroke-color': [
            'step',
            ['get', 'depthKm'],
            shallow[theme],
            shallow.untilKm,
            intermediate[theme],
            intermediate.untilKm,
            deep[theme],
          ],
        }}
      />
    </Source>
  )
}

/** Of several that lie over each other, the strongest: it is drawn last. */
function usePick() {
  const map = useMapInstance()
  const pick = useCallback(
    ({ x, y }: PickPoint) => {
      if (!map?.getLayer(RINGS)) return null
      const found = map.queryRenderedFeatures(
        [
          [x - REACH_PX, y - REACH_PX],
          [x + REACH_PX, y + REACH_PX],
        ],
        { layers: [RINGS] },
      )
      return found[0] ? { kind: 'earthquake', id: String(found[0].properties.id) } : null
    },
    [map],
  )
  useMapPick(PICK_PRIORITY, pick)
}

function asGeojson(earthquakes: readonly Earthquake[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: earthquakes
      .toSorted((a, b) => a.magnitude - b.magnitude)
      .map(({ id, lat, lon, depthKm, magnitude }) => ({
        type: 'Feature',
        properties: { id, depthKm, magnitude },
        geometry: { type: 'Point', coordinates: [lon, lat] },
      })),
  }
}
