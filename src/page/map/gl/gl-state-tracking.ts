import type { CustomLayerInterface, Map as MapLibre } from 'maplibre-gl'

type Painter = MapLibre['painter']

/**
 * A custom layer whose drawing changes only program, buffer, texture and depth test, and leaves no vertex array bound.
 */
export interface StateTrackedLayer extends CustomLayerInterface {
  readonly isTidy: true
}

/**
 * After a custom layer MapLibre resets all of its state, some thirty calls a frame. After a layer of this kind it
 * resets only the changed state. `prerender` is unaffected.
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
