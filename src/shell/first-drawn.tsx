import { useEffect } from 'react'
import { FlatMap } from './flat-map.ts'
import { useMapInstance } from './map-hooks.ts'
import { markShown } from './mark-shown.ts'

/** Tells of the map's first frame, and marks the first one with all that its ground is made of. */
export function FirstDrawn({ sources, onDrawn }: { sources: readonly string[]; onDrawn(): void }) {
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    map.once('render', onDrawn)
    return () => void map.off('render', onDrawn)
  }, [map, onDrawn])
  useEffect(() => {
    if (!map) return
    const look = () => {
      if (!sources.every((id) => map.isSourceLoaded(id)) || (map instanceof FlatMap && !map.isWhole)) return
      markShown('map')
      map.off('render', look)
    }
    map.on('render', look)
    return () => void map.off('render', look)
  }, [map, sources])
  return null
}
