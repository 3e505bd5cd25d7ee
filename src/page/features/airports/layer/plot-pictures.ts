import type { Map as MapLibreMap } from 'maplibre-gl'
import { supplyImages } from '../../../map/map-images.ts'
import type { AirportColours } from './airport-style.ts'
import { PIXEL_RATIO } from './pen.ts'
import { plotPrefix, readPlotName } from './station-plot.ts'
import { plotImage } from './station-plot-image.ts'

/** More than fit on a screen; a screen that runs for weeks must not keep every plot. */
const KEPT_MAX = 1_000

/** Draws station plots when the map needs them, and evicts the oldest. Returns a function that stops this. */
export function supplyPlots(map: MapLibreMap, look: string, colours: AirportColours): () => void {
  const prefix = plotPrefix(look)
  const drawn = new Set<string>()
  return supplyImages(map, prefix, (id) => {
    map.addImage(id, plotImage(readPlotName(id.slice(prefix.length)), colours), { pixelRatio: PIXEL_RATIO })
    drawn.delete(id)
    drawn.add(id)
    for (const oldest of drawn) {
      if (drawn.size <= KEPT_MAX) break
      drawn.delete(oldest)
      if (map.hasImage(oldest)) map.removeImage(oldest)
    }
  })
}
