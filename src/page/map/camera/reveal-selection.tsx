import { useEffect } from 'react'
import { useCommands } from '../../state/commands.ts'
import { NARROW } from '../../state/narrow.ts'
import { useMapInstance } from '../map-hooks.ts'
import { REVEAL } from './camera.ts'
import { clearOfPanels } from './clear-of-panels.ts'
import { flightMs } from './map-camera.ts'

/** Inside the map: moves what was chosen without pointing at it out from under what lies over the map. */
export default function RevealSelection() {
  const map = useMapInstance()
  const commands = useCommands()
  useEffect(() => {
    if (!map) return
    return commands.attach(REVEAL, ({ lat, lon }) => {
      const { clientWidth: width, clientHeight: height } = map.getContainer()
      const center: [number, number] = [lon, lat]
      const offset = clearOfPanels(map.project(center), { width, height }, matchMedia(NARROW).matches)
      if (offset) map.easeTo({ center, duration: flightMs(), offset })
    })
  }, [map, commands])
  return null
}
