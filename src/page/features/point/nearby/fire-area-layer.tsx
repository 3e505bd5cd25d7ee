import { Layer, Source } from '@vis.gl/react-maplibre'
import type { FeatureCollection } from 'geojson'
import { useEffect, useMemo } from 'react'
import { NO_FEATURES, useMapInstance, useSourceData } from '../../../map/map-hooks.ts'
import { MAP_INK } from '../../../map/map-ink.ts'
import { SLOTS } from '../../../map/slots.ts'
import { usePage } from '../../../state/page-store.ts'
import { useFireArea } from './area-store.ts'
import { drawBox } from './draw-box.ts'
import { outlineOf } from './fire-area.ts'

const SOURCE = 'fire-area'

/** The outline of the area that fires are requested for; the user draws a box here. */
export default function FireAreaLayer() {
  const map = useMapInstance()
  const theme = usePage((state) => state.theme)
  const { isDrawing, draft, outlined } = useFireArea()
  const data = useMemo((): FeatureCollection => {
    const area = draft ? { shape: 'box' as const, box: draft } : outlined
    if (!area) return NO_FEATURES
    const geometry = { type: 'LineString' as const, coordinates: outlineOf(area) }
    return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] }
  }, [draft, outlined])
  useSourceData(SOURCE, data)
  useEffect(() => {
    if (isDrawing && map) return drawBox(map)
  }, [isDrawing, map])
  const { ink, halo } = MAP_INK[theme]
  return (
    <Source id={SOURCE} type="geojson" data={NO_FEATURES}>
      <Layer
        id={`${SOURCE}-halo`}
        type="line"
        beforeId={SLOTS.selection}
        paint={{ 'line-color': halo, 'line-width': 4, 'line-opacity': 0.6 }}
      />
      <Layer
        id={`${SOURCE}-line`}
        type="line"
        beforeId={SLOTS.selection}
        paint={{ 'line-color': ink, 'line-width': 1.5, 'line-dasharray': [3, 2] }}
      />
    </Source>
  )
}
