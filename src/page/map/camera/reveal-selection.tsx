import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { useCommands } from '../../state/commands.ts'
import { usePage } from '../../state/page-store.ts'
import { useMapInstance } from '../map-hooks.ts'
import { REVEAL } from './camera.ts'
import { clearOfPanels, middleOfClear, panelLayout } from './clear-of-panels.ts'
import { flightMs } from './map-camera.ts'

/**
 * Rendered inside the map: moves a selection made without a pointer out from under the panels, and keeps it visible.
 */
export default function RevealSelection() {
  const map = useMapInstance()
  const commands = useCommands()
  useEffect(() => {
    if (!map) return
    return commands.attach(REVEAL, ({ lat, lon }) => {
      const center: [number, number] = [lon, lat]
      const offset = clearOfPanels(map.project(center), sizeOf(map), panelLayout())
      if (offset) map.easeTo({ center, duration: flightMs(), offset })
    })
  }, [map, commands])
  useEffect(() => (map ? keepMiddle(map) : undefined), [map])
  return null
}

/** When a phone is rotated with an open panel, keeps the centre of the uncovered part. */
export function keepMiddle(map: MapLibreMap): () => void {
  let before = { size: sizeOf(map), layout: panelLayout() }
  const turn = () => {
    const now = { size: sizeOf(map), layout: panelLayout() }
    if (now.layout !== before.layout && usePage.getState().selection !== null) {
      const [x, y] = middleOfClear(before.size, before.layout)
      const { width, height } = now.size
      const center = map.unproject([width / 2 + x, height / 2 + y])
      map.easeTo({ center, duration: flightMs(), offset: middleOfClear(now.size, now.layout) })
    }
    before = now
  }
  map.on('resize', turn)
  return () => void map.off('resize', turn)
}

function sizeOf(map: MapLibreMap): { width: number; height: number } {
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  return { width, height }
}
