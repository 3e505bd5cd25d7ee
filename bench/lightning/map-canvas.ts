import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Canvas } from './subject.ts'

/** A map as a canvas: its frames, from the first callback to the end of drawing. */
export function mapCanvas(map: MapLibreMap): Canvas {
  const watching = new Set<(ms: number) => void>()
  const render = map._render.bind(map)
  map._render = (paintStartTimeStamp: number) => {
    const began = performance.now()
    const result = render(paintStartTimeStamp)
    const ms = performance.now() - began
    for (const each of watching) each(ms)
    return result
  }
  return {
    ask: () => map.triggerRepaint(),
    watch(each) {
      watching.add(each)
      return () => watching.delete(each)
    },
  }
}
