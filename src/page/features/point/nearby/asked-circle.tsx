import { Layer, Source } from '@vis.gl/react-maplibre'
import type { FeatureCollection } from 'geojson'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { destination, type LatLon } from '../../../../core/geo/geo.ts'
import { NO_FEATURES, useSourceData } from '../../../map/map-hooks.ts'
import { MAP_INK } from '../../../map/map-ink.ts'
import { SLOTS } from '../../../map/slots.ts'
import { usePage } from '../../../state/page-store.ts'

const SOURCE = 'asked-circle'
const STEP_DEG = 4

const useCircle = create<{ circle: (LatLon & { km: number }) | null }>()(() => ({ circle: null }))

/** Outlines on the map the circle that fires were requested for, while the component is mounted and `isAsked`. */
export function useAskedCircle({ lat, lon }: LatLon, km: number, isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return
    useCircle.setState({ circle: { lat, lon, km } })
    return () => useCircle.setState({ circle: null })
  }, [lat, lon, km, isAsked])
}

export default function AskedCircle() {
  const theme = usePage((state) => state.theme)
  const circle = useCircle((state) => state.circle)
  const data = useMemo((): FeatureCollection => {
    if (!circle) return NO_FEATURES
    const coordinates = Array.from({ length: 360 / STEP_DEG + 1 }, (_, i) => {
      const { lat, lon } = destination(circle, i * STEP_DEG, circle.km)
      return [circle.lon + ((((lon - circle.lon + 540) % 360) + 360) % 360) - 180, lat]
    })
    const geometry = { type: 'LineString' as const, coordinates }
    return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] }
  }, [circle])
  useSourceData(SOURCE, data)
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
