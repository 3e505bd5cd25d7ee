import type { Map as MapLibreMap } from 'maplibre-gl'

/** What the map shows now. Its pixels are only there within the frame that drew them, so it is drawn once more, at once. */
export function mapPicture(map: MapLibreMap): HTMLCanvasElement {
  map.redraw()
  const drawn = map.getCanvas()
  const copy = document.createElement('canvas')
  copy.width = drawn.width
  copy.height = drawn.height
  copy.getContext('2d')?.drawImage(drawn, 0, 0)
  return copy
}
