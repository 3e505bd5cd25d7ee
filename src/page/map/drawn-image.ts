export type Pen = OffscreenCanvasRenderingContext2D

/**
 * A picture for the map's images, so many CSS pixels wide and high, each of which has `ratio` pixels of its own both ways. The
 * CPU draws it on a canvas that is never shown: one that may be shown, or that a GPU draws, waits for all that the map has
 * asked of that GPU.
 */
export function drawnImage(width: number, height: number, ratio: number, paint: (pen: Pen) => void): ImageData {
  const canvas = new OffscreenCanvas(width * ratio, height * ratio)
  const pen = canvas.getContext('2d', { willReadFrequently: true })!
  pen.scale(ratio, ratio)
  paint(pen)
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}
