/** So many vertices or instances are drawn of each call while drawing is cut short. */
const CUT_TO = 3

type Draw = 'drawArrays' | 'drawElements' | 'drawArraysInstanced' | 'drawElementsInstanced'
/** Which argument says how many. */
const COUNTS: Record<Draw, number> = {
  drawArrays: 2,
  drawElements: 1,
  drawArraysInstanced: 3,
  drawElementsInstanced: 4,
}

/**
 * Cuts short what is drawn, by all contexts, when it is told to: each call is made as ever and only the GPU has next to
 * nothing to do. A software GPU shares the cores with the main thread, which then takes longer for whatever it does.
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
