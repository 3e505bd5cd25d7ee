import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { usePage } from '../state/page-store.ts'
import type { Theme } from '../state/view.ts'
import { useMapInstance } from './map-hooks.ts'

type Supply = (id: string) => void

const supplies = new WeakMap<MapLibreMap, Map<string, Supply>>()

/** Draws images with the name prefix `prefix` when the map first needs one. The map supports one such resolver. */
export function supplyImages(map: MapLibreMap, prefix: string, supply: Supply): () => void {
  const ofMap = supplies.get(map) ?? new Map<string, Supply>()
  supplies.set(map, ofMap)
  ofMap.set(prefix, supply)
  map.setMissingStyleImageResolver((id) => {
    for (const [start, draw] of ofMap) if (id.startsWith(start)) draw(id)
  })
  return () => {
    if (ofMap.get(prefix) === supply) ofMap.delete(prefix)
  }
}

/** Supplies the map with images of the shown theme; `supply` must be the same function each time. */
export function useThemeImages(supply: (map: MapLibreMap, theme: Theme) => () => void): void {
  const map = useMapInstance()
  const theme = usePage((state) => state.theme)
  useEffect(() => (map ? supply(map, theme) : undefined), [map, theme, supply])
}
