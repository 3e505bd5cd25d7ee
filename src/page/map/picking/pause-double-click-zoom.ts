import type { Map as MapLibreMap } from 'maplibre-gl'

/**
 * Switches off zooming by double clicks while the map is drawn on. The returned function switches it on again, after
 * the double click that ended the drawing: browsers send it right after its second click.
 */
export function pauseDoubleClickZoom({ doubleClickZoom }: Pick<MapLibreMap, 'doubleClickZoom'>): () => void {
  doubleClickZoom.disable()
  return () => void setTimeout(() => doubleClickZoom.enable())
}
