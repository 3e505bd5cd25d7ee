import { useEffect } from 'react'
import { NARROW } from '../../state/narrow.ts'
import { usePage } from '../../state/page-store.ts'
import { useMapInstance } from '../map-hooks.ts'
import { clearOfPanels } from './clear-of-panels.ts'
import { flightMs } from './map-camera.ts'

/** Inside the map: moves what was chosen without pointing at it out from under what lies over the map. */
export default function RevealSelection() {
  const map = useMapInstance()
  const sight = usePage((state) => state.sight)
  useEffect(() => {
    if (!map || !sight) return
    const { clientWidth: width, clientHeight: height } = map.getContainer()
    const offset = clearOfPanels(map.project(sight), { width, height }, matchMedia(NARROW).matches)
    if (offset) map.easeTo({ center: sight, duration: flightMs(), offset })
  }, [map, sight])
  return null
}
