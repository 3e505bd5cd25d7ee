import { useEffect } from 'react'
import type { ContextGuard } from './context-guard.ts'
import { graphicsHealth } from './graphics-health.ts'
import { useMapInstance } from './map-hooks.ts'

/** Tells the guard, and who keeps count of it, what becomes of the map's graphics context. */
export function GraphicsWatch({ guard }: { guard: ContextGuard }) {
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    const drawn = () => graphicsHealth.emit('drawn')
    const lost = () => {
      graphicsHealth.emit('lost')
      guard.lost()
    }
    const restored = () => {
      guard.restored()
      void map.once('render', drawn)
    }
    void map.once('render', drawn)
    map.on('webglcontextlost', lost)
    map.on('webglcontextrestored', restored)
    return () => {
      map.off('render', drawn)
      map.off('webglcontextlost', lost)
      map.off('webglcontextrestored', restored)
    }
  }, [map, guard])
  return null
}
