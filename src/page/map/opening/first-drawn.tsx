import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'
import { SEA_LAYER } from '../basemap/ground-layers.ts'
import { useMapInstance } from '../map-hooks.ts'
import { removeLandPicture } from './land-picture.ts'
import { markShown } from './paint-timing.ts'

/** Records and reports the first complete drawing of the base map, which replaces the picture of the land. */
export function FirstDrawn({ sources, onDrawn }: { sources: readonly string[]; onDrawn(): void }) {
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    const look = () => {
      if (!sources.every((id) => map.isSourceLoaded(id))) return
      markShown('map')
      onDrawn()
      map.off('render', look)
      cover()
    }
    const cover = () => coverPicture(map)
    map.on('render', look)
    map.once('movestart', cover) // the picture does not move
    return () => {
      map.off('render', look)
      map.off('movestart', cover)
    }
  }, [map, sources, onDrawn])
  return null
}

/** The sea becomes opaque, and then the picture goes. */
function coverPicture(map: MapLibre): void {
  if (map.getLayer(SEA_LAYER)?.type === 'background') map.setPaintProperty(SEA_LAYER, 'background-opacity', 1)
  map.once('render', removeLandPicture)
}
