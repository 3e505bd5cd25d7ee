import { useEffect } from 'react'
import { useMapInstance } from '../map-hooks.ts'
import { markShown } from './paint-timing.ts'

/** Records and reports the first complete drawing of the base map. */
export function FirstDrawn({ sources, onDrawn }: { sources: readonly string[]; onDrawn(): void }) {
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    const look = () => {
      if (!sources.every((id) => map.isSourceLoaded(id))) return
      markShown('map')
      onDrawn()
      map.off('render', look)
    }
    map.on('render', look)
    return () => void map.off('render', look)
  }, [map, sources, onDrawn])
  return null
}
