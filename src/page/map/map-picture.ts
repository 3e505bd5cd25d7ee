import type { Map as MapLibreMap } from 'maplibre-gl'

/**
 * The present picture of the map. Its pixels exist only within the frame that drew them, so it is drawn again
 * synchronously.
 */
export function mapPicture(map: MapLibreMap): HTMLCanvasElement {
  map.redraw()
  const drawn = map.getCanvas()
  const copy = document.createElement('canvas')
  copy.width = drawn.width
  copy.height = drawn.height
  copy.getContext('2d')?.drawImage(drawn, 0, 0)
  return copy
}
