import type { Map as MapLibreMap } from 'maplibre-gl'
import { PatchedMap } from './gl/patched-map.ts'

/**
 * What the map shows now. Its pixels are only there within the frame that drew them, so it is drawn once more; with all of
 * it, so not while a part of it still waits for its program.
 */
export function mapPicture(map: MapLibreMap): Promise<HTMLCanvasElement> {
  return new Promise((resolve) => {
    const copyOnceWhole = () => {
      if (map instanceof PatchedMap && map.isMaking) return // it is drawn again once that is made
      map.off('render', copyOnceWhole)
      const drawn = map.getCanvas()
      const copy = document.createElement('canvas')
      copy.width = drawn.width
      copy.height = drawn.height
      copy.getContext('2d')?.drawImage(drawn, 0, 0)
      resolve(copy)
    }
    map.on('render', copyOnceWhole)
    map.triggerRepaint()
  })
}
