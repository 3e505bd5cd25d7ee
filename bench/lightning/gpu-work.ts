/** Vertices or instances of each call while drawing is reduced. */
const CUT_TO = 3

type Draw = 'drawArrays' | 'drawElements' | 'drawArraysInstanced' | 'drawElementsInstanced'
/** Index of the count argument. */
const COUNTS: Record<Draw, number> = {
  drawArrays: 2,
  drawElements: 1,
  drawArraysInstanced: 3,
  drawElementsInstanced: 4,
}

/**
 * Reduces drawing in all contexts on request: calls are made as usual, but the GPU has almost no work. A software GPU
 * shares the cores with the main thread, and would slow its work.
 */
export function watchDrawing(): (isCut: boolean) => void {
  let isCut = false
  const { prototype } = WebGL2RenderingContext
  for (const name of Object.keys(COUNTS) as Draw[]) {
    const draw: (...given: number[]) => void = prototype[name]
    const at = COUNTS[name]
    prototype[name] = function (this: WebGL2RenderingContext, ...given: number[]) {
      if (isCut) given[at] = Math.min(given[at]!, CUT_TO)
      Reflect.apply(draw, this, given)
    }
  }
  return (cut) => {
    isCut = cut
  }
}
