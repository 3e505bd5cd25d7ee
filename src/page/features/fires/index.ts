import type { MapOverlay } from '../../live/overlay.ts'
import { lazyPart, partOnDemand } from '../../ui/part/lazy-part.ts'

/** Satellite fire hotspots of the last 24 hours, by whole cells of the view. All but its name loads after the map. */
export const fires: MapOverlay = {
  id: 'fires',
  order: 40,
  defaultOn: true,
  Layer: lazyPart(() => import('./fire-layer.tsx')),
  Legend: lazyPart(() => import('./flame/fire-legend.tsx')),
  Row: lazyPart(() => import('./fire-row.tsx')),
  Headline: partOnDemand(() => import('./fire-headline.tsx')),
  selection: { kind: 'fire', urlParam: 'fire', Panel: partOnDemand(() => import('./fire-panel.tsx')) },
}
