import { useEffect } from 'react'
import { useMapInstance } from '../map-hooks.ts'
import { markShown } from './paint-timing.ts'

/** Marks, and tells, when the map is first drawn with all that its ground is made of. */
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
