import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { useMapInstance } from '../../map/map-hooks.ts'
import { supplyImages } from '../../map/map-images.ts'

/** A transparent icon with the width in its name, CSS pixels: keeps labels off marks below. */
export const ROOM_PX = 16
export const ROOM_ICON = 'storm-room'

/** Supplies the map with the room that discs take. */
export function useStormIcons(): void {
  const map = useMapInstance()
  useEffect(() => (map ? supplyRoom(map) : undefined), [map])
}

function supplyRoom(map: MapLibreMap) {
  return supplyImages(map, ROOM_ICON, (id) => {
    if (!map.hasImage(id)) map.addImage(id, new ImageData(ROOM_PX, ROOM_PX))
  })
}
