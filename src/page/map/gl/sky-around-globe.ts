import type { Map as MapLibre } from 'maplibre-gl'

type Painter = MapLibre['painter']

/**
 * Has a sky drawn around a globe alone. MapLibre draws one over the whole view for each frame, with the costliest of its
 * programs, and over a flat map seen from above it is transparent.
 */
export function drawSkyAroundGlobeAlone(painter: Painter): void {
  const { sky, ...others } = painter.drawFunctions
  painter.drawFunctions = {
    ...others,
    sky: (mesh, frame) => {
      if (frame.data.isRenderingGlobe) sky(mesh, frame)
    },
  }
}
