import type { Map as MapLibre, StyleSpecification } from 'maplibre-gl'
import { knowsInsides } from '../gl/known-insides.ts'

/**
 * Keeps what lies on the ground where it is while the ground gets another style, as with another theme or projection.
 * MapLibre would take it away, as the new style knows nothing of it, and it would be out of sight until all of it was cut
 * into tiles anew. Answers how to stop.
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
 * The style `next` with everything of `shown` that is not of the ground of `before`, each layer under the one of the ground
 * that it is under now. Where there is no longer such a layer, its overlays are left out.
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
    sources: { ...Object.fromEntries(sources), ...next.sources },
    layers: [...next.layers.flatMap((layer) => [...(under.get(layer.id) ?? []), layer]), ...overlays],
  }
}
