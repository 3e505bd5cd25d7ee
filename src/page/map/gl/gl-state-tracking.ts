import type { CustomLayerInterface, Map as MapLibre } from 'maplibre-gl'

type Painter = MapLibre['painter']

/**
 * A layer of our own that, as it draws, changes nothing of the graphics' state but program, buffer, texture and the test
 * of depth, and leaves no vertex array bound.
 */
export interface StateTrackedLayer extends CustomLayerInterface {
  readonly isTidy: true
}

/**
 * After a layer of one's own MapLibre sets all of its state anew, some thirty calls a frame. After one that is tidy it
 * sets what that has changed. What is drawn aside, by `prerender`, goes on as ever.
 */
export function keepStateOf(painter: Painter): void {
  const { context, drawFunctions } = painter
  const { custom } = drawFunctions
  const all = context.setDirty
  const changed = [
    context.program,
    context.bindVertexArray,
    context.bindVertexBuffer,
    context.activeTexture,
    context.bindTexture,
    context.depthTest,
  ]
  const few = () => {
    for (const value of changed) value.dirty = true
  }
  painter.drawFunctions = {
    ...drawFunctions,
    custom: (...given) => {
      const [, , { implementation }, , { currentPass }] = given
      if (!('isTidy' in implementation) || currentPass !== 'translucent') return custom(...given)
      context.setDirty = few
      try {
        custom(...given)
      } finally {
        context.setDirty = all
      }
    },
  }
}
