import { useMap } from '@vis.gl/react-maplibre'
import type { FeatureCollection, GeoJSON } from 'geojson'
import type { CustomLayerInterface, GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { isSame } from '../../core/util/is-same.ts'
import type { Slot } from './slots.ts'

export function useMapInstance(): MapLibreMap | null {
  const { current } = useMap()
  return (current?.getMap() as MapLibreMap | undefined) ?? null
}

/** Keeps a custom WebGL layer on the map, and adds it again after each change of style. */
export function useCustomLayer(layer: CustomLayerInterface, slot: Slot): void {
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    const place = () => {
      if (!map.getLayer(layer.id) && map.getLayer(slot)) map.addLayer(layer, slot)
    }
    place()
    const { unsubscribe } = map.on('styledata', place)
    return () => {
      unsubscribe()
      if (map.getLayer(layer.id)) map.removeLayer(layer.id)
    }
  }, [map, layer, slot])
}

/**
 * Keeps a GeoJSON source at `data`. `Source` itself takes data while rendering, and a first render that React discards
 * after a lazy load loses them: render the source with `NO_FEATURES` and pass its data here. Equal data are not tiled
 * again.
 */
export function useSourceData(id: string, data: GeoJSON): void {
  const map = useMapInstance()
  const given = useRef<{ source: GeoJSONSource; data: GeoJSON } | null>(null)
  useEffect(() => {
    if (!map) return
    const fill = () => {
      const source = map.getSource<GeoJSONSource>(id)
      if (!source) return
      if (given.current?.source === source && isSame(given.current.data, data)) return
      given.current = { source, data }
      void source.setData(data)
    }
    fill()
    return onNewSource(map, id, fill)
  }, [map, id, data])
}

/** Runs `fill` for each source with that id: the first one, and that of a new style. Returns a function that stops it. */
export function onNewSource(map: MapLibreMap, id: string, fill: () => void): () => void {
  return map.on('sourcedataloading', ({ sourceId }) => sourceId === id && fill()).unsubscribe
}

export const NO_FEATURES: FeatureCollection = { type: 'FeatureCollection', features: [] }
