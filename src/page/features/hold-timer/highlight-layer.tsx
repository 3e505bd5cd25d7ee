import { Layer, Source } from '@vis.gl/react-maplibre'
import type { FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import { NO_FEATURES, useSourceData } from '../../map/map-hooks.ts'
import { SLOTS } from '../../map/slots.ts'
import { useHighlight } from './highlight-store.ts'

const SOURCE = 'strikes-in-question'
/** Visible on the dark and on the light map: a dark line with a light edge. */
const RING = { 'circle-radius': 7, 'circle-color': 'transparent' }

/** A circle around each strike that is in question. */
export default function HighlightLayer() {
  const shown = useHighlight((state) => state.shown)
  const data = useMemo(
    (): FeatureCollection => ({
      type: 'FeatureCollection',
      features: (shown?.strikes ?? []).map(({ lat, lon }) => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'Point', coordinates: [lon, lat] },
      })),
    }),
    [shown],
  )
  useSourceData(SOURCE, data)
  return (
    <Source id={SOURCE} type="geojson" data={NO_FEATURES}>
      <Layer
        id={`${SOURCE}-edge`}
        type="circle"
        beforeId={SLOTS.selection}
        paint={{ ...RING, 'circle-stroke-width': 4, 'circle-stroke-color': '#0a0f17' }}
      />
      <Layer
        id={SOURCE}
        type="circle"
        beforeId={SLOTS.selection}
        paint={{ ...RING, 'circle-stroke-width': 1.5, 'circle-stroke-color': '#ffffff' }}
      />
    </Source>
  )
}
