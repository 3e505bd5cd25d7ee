import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { wrapLon } from '../../../core/geo/geo.ts'
import { usePage } from '../../state/page-store.ts'
import { useMapInstance } from '../map-hooks.ts'
import { type PickPoint, pickAt } from '../picking/map-pick.ts'

/** Keyboard alternative to the pointer, at the centre of the map, which is marked while the map has the focus. */
export function MapKeys() {
  const map = useMapInstance()
  const select = usePage((state) => state.select)
  useEffect(() => {
    if (!map) return
    const canvas = map.getCanvas()
    const enter = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      event.preventDefault()
      const found = pickAt(middleOf(map))
      if (found) select(found)
    }
    map.keyboard.disableRotation() // north stays up
    canvas.addEventListener('keydown', enter)
    return () => canvas.removeEventListener('keydown', enter)
  }, [map, select])
  return null
}

function middleOf(map: MapLibreMap): PickPoint {
  const { clientWidth, clientHeight } = map.getContainer()
  const { lat, lng } = map.getCenter()
  return { x: clientWidth / 2, y: clientHeight / 2, lat, lon: wrapLon(lng) }
}
