import { useEffect } from 'react'
import type { Box } from '../../../../core/geo/geo.ts'
import { useMapInstance } from '../../../map/map-hooks.ts'

let shown: Box | null = null

/** The bounds of the map for counts in view; null while the layer is off. */
export function mapBox(): Box | null {
  return shown
}

/** Updates the bounds while the layer is on. */
export function useMapBox(): void {
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    const look = () => {
      const [[west, south], [east, north]] = map.getBounds().toArray()
      shown = { west, south, east, north }
    }
    look()
    map.on('moveend', look)
    map.on('resize', look)
    return () => {
      map.off('moveend', look)
      map.off('resize', look)
      shown = null
    }
  }, [map])
}
