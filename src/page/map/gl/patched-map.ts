import { Map as MapLibre, type MapOptions } from 'maplibre-gl'
import { systemClock } from '../../../core/time/clock.ts'
import { paceFrames } from './frame-pace.ts'
import { keepStateOf } from './gl-state-tracking.ts'
import { knowsInsides } from './known-insides.ts'

type Painter = MapLibre['painter']
/**
 * MapLibre's map with our changes, for known versions. A map whose graphics context is lost is replaced, never
 * restored, so patching once is enough.
 */
export class PatchedMap extends MapLibre {
  constructor(options: MapOptions) {
    super(options)
    if (!knowsInsides()) return
    drawSkyAroundGlobeAlone(this.painter)
    keepStateOf(this.painter)
    paceFrames(this, systemClock)
  }
}

/**
 * Has a sky drawn around a globe alone. MapLibre draws one over the whole view for each frame, with the costliest of its
 * programs, and over a flat map seen from above it is transparent.
 */
function drawSkyAroundGlobeAlone(painter: Painter): void {
  const { sky, ...others } = painter.drawFunctions
  painter.drawFunctions = {
    ...others,
    sky: (mesh, frame) => {
      if (frame.data.isRenderingGlobe) sky(mesh, frame)
    },
  }
}
