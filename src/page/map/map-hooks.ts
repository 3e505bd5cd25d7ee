import { useMap } from '@vis.gl/react-maplibre'
import type { FeatureCollection, GeoJSON } from 'geojson'
import type { CustomLayerInterface, GeoJSONSource, Map as MapLibreMap, MapSourceDataEvent } from 'maplibre-gl'
import { useEffect } from 'react'
import type { Slot } from './slots.ts'

/** The map inside which the component is rendered. */
export function useMapInstance(): MapLibreMap | null {
  const { current } = useMap()
  return (current?.getMap() as MapLibreMap | undefined) ?? null
}

/** Keeps a WebGL layer of our own on the map, and puts it back after each change of style. */
export function useCustomLayer(layer: CustomLayerInterface, slot: Slot): void {
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    const place = () => {
      if (!map.getLayer(layer.id) && map.getLayer(slot)) map.addLayer(layer, slot)
    }
    place()
    map.on('styledata', place)
    return () => {
      map.off('styledata', place)
      if (map.getLayer(layer.id)) map.removeLayer(layer.id)
    }
  }, [map, layer, slot])
}

/**
 * Keeps a GeoJSON source at `data`. `Source` itself takes data while rendering, and a first render that React throws
 * away after a lazy load leaves it behind: render the source with `NO_FEATURES` and give its data here.
 */
export function useSourceData(id: string, data: GeoJSON): void {
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    let filled: GeoJSONSource | null = null
    const fill = () => {
      const source = map.getSource<GeoJSONSource>(id)
      if (!source || source === filled) return
      filled = source
      void source.setData(data)
    }
    const onSource = ({ sourceId }: MapSourceDataEvent) => {
      if (sourceId === id) fill() // the first one, or that of a new style
    }
    fill()
    map.on('sourcedataloading', onSource)
    return () => void map.off('sourcedataloading', onSource)
  }, [map, id, data])
}

export const NO_FEATURES: FeatureCollection = { type: 'FeatureCollection', features: [] }
