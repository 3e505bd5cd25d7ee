import type { Map as MapLibre, StyleSpecification } from 'maplibre-gl'
import { knowsInsides } from '../gl/known-insides.ts'

/**
 * Keeps overlays in place when the base map gets another style, as with another theme or projection. MapLibre would
 * remove them, since the new style lacks them, and they would disappear until all tiles were cut again. Returns a
 * function that stops it.
 */
export function carryOverlays(map: MapLibre): () => void {
  if (!knowsInsides()) return () => {}
  const setStyle = map.setStyle
  let ground = map.style.stylesheet
  map.setStyle = (style, options) => {
    if (!style || typeof style === 'string') return setStyle.call(map, style, options)
    const before = ground
    ground = style
    const transformStyle = (shown: StyleSpecification | undefined, next: StyleSpecification) =>
      shown ? withOverlays(next, shown, before) : next
    return setStyle.call(map, style, { ...options, transformStyle })
  }
  return () => {
    map.setStyle = setStyle
  }
}

/**
 * The style `next` with the overlays of `shown`, each below the same layer of the base map as now. If that layer no
 * longer exists, its overlays are omitted.
 */
export function withOverlays(
  next: StyleSpecification,
  shown: StyleSpecification,
  before: StyleSpecification,
): StyleSpecification {
  const ofGround = new Set(before.layers.map(({ id }) => id))
  const under = new Map<string, StyleSpecification['layers']>()
  let overlays: StyleSpecification['layers'] = []
  for (const layer of shown.layers) {
    if (!ofGround.has(layer.id)) {
      overlays.push(layer)
      continue
    }
    under.set(layer.id, overlays)
    overlays = []
  }
  const sources = Object.entries(shown.sources).filter(([id]) => !(id in before.sources))
  return {
    ...next,
    ...(shown['font-faces'] && { 'font-faces': shown['font-faces'] }),
    sources: { ...Object.fromEntries(sources), ...next.sources },
    layers: [...next.layers.flatMap((layer) => [...(under.get(layer.id) ?? []), layer]), ...overlays],
  }
}
