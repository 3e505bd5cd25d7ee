import type { Map as MapLibreMap } from 'maplibre-gl'

/** What the map shows now. Its pixels are only there within the frame that drew them, so it is drawn once more. */
export function mapPicture(map: MapLibreMap): Promise<HTMLCanvasElement> {
  return new Promise((resolve) => {
    map.once('render', () => {
      const drawn = map.getCanvas()
      const copy = document.createElement('canvas')
      copy.width = drawn.width
      copy.height = drawn.height
      copy.getContext('2d')?.drawImage(drawn, 0, 0)
      resolve(copy)
    })
    map.triggerRepaint()
  })
}
