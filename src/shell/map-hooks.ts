import { useMap } from '@vis.gl/react-maplibre'
import type { CustomLayerInterface, Map as MapLibreMap } from 'maplibre-gl'
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
