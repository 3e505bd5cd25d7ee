import type { Map as MapLibreMap, MapSourceDataEvent } from 'maplibre-gl'
import { useEffect } from 'react'
import { create } from 'zustand'
import type { LatLon } from '../../../core/geo/geo.ts'
import { BASEMAP_SOURCE } from '../../map/basemap/ground-layers.ts'
import { useMapInstance } from '../../map/map-hooks.ts'

/** A town, by the names that the base map has for it. */
export interface Town extends LatLon {
  en: string
  zh: string
}

/** The towns that the base map has in view; none on a style of somebody else's. */
export const useTownsInView = create<{ towns: readonly Town[] }>(() => ({ towns: [] }))

/** Reads them anew wherever the map comes to rest, and as its tiles come. */
export function useTowns(): void {
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    const read = () => useTownsInView.setState({ towns: townsOf(map) })
    const onSource = ({ sourceId, isSourceLoaded }: MapSourceDataEvent) => {
      if (sourceId === BASEMAP_SOURCE && isSourceLoaded) read()
    }
    read()
    map.on('moveend', read)
    map.on('sourcedata', onSource)
    return () => {
      map.off('moveend', read)
      map.off('sourcedata', onSource)
    }
  }, [map])
}

function townsOf(map: MapLibreMap): Town[] {
  if (!map.getSource(BASEMAP_SOURCE)) return []
  return map.querySourceFeatures(BASEMAP_SOURCE, { sourceLayer: 'places' }).flatMap(({ geometry, properties }) => {
    const { name_en: en, name_zh: zh } = properties as { name_en?: string; name_zh?: string }
    const name = en ?? zh
    if (geometry.type !== 'Point' || !name) return []
    const [lon, lat] = geometry.coordinates as [number, number]
    return [{ lat, lon, en: en ?? name, zh: zh ?? name }]
  })
}
