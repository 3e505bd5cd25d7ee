export type Pen = OffscreenCanvasRenderingContext2D

/**
 * An image for the map, of this width and height in CSS pixels, with `ratio` pixels each. Drawn by the CPU on a hidden
 * canvas: a GPU canvas waits for all pending work of the map.
 */
export function drawnImage(width: number, height: number, ratio: number, paint: (pen: Pen) => void): ImageData {
  const canvas = new OffscreenCanvas(width * ratio, height * ratio)
  const pen = canvas.getContext('2d', { willReadFrequently: true })!
  pen.scale(ratio, ratio)
  paint(pen)
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}
