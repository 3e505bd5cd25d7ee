import { useEffect } from 'react'
import type { ContextGuard } from './context-guard.ts'
import { graphicsHealth } from './graphics-health.ts'
import { useMapInstance } from './map-hooks.ts'

/**
 * Tells the guard, and who keeps count of it, what becomes of the map's graphics context. A lost one is not waited for:
 * MapLibre, where it hears of the loss, lets go of its style without tidying up after it, so that a map, its context and
 * a worker stay in memory for each loss. It does not hear of it; the map goes as a whole, and another one comes.
 */
export function GraphicsWatch({ guard }: { guard: ContextGuard }) {
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    const canvas = map.getCanvas()
    const drawn = () => graphicsHealth.emit('drawn')
    const lost = (event: Event) => {
      event.stopImmediatePropagation()
      graphicsHealth.emit('lost')
      guard.lost()
    }
    void map.once('render', drawn)
    // Who captures hears of it before MapLibre does.
    canvas.addEventListener('webglcontextlost', lost, { capture: true })
    return () => {
      map.off('render', drawn)
      canvas.removeEventListener('webglcontextlost', lost, { capture: true })
    }
  }, [map, guard])
  return null
}
