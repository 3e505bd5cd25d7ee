import type { DeskPart } from '../../live/desk-part.ts'
import type { MapOverlay } from '../../live/overlay.ts'
import { lazyPart, partOnDemand } from '../../ui/part/lazy-part.ts'

/** Storms as they move, found among the strikes. All but its name loads after the map. */
export const storms: MapOverlay = {
  id: 'storms',
  order: 20,
  defaultOn: true,
  followsTime: true,
  Layer: lazyPart(() => import('./storm-layer.tsx')),
  Legend: lazyPart(() => import('./storm-legend.tsx')),
  Row: lazyPart(() => import('./storm-row.tsx')),
  selection: {
    kind: 'storm',
    urlParam: 'storm',
    followsTime: true,
    Panel: partOnDemand(() => import('./card/storm-panel.tsx')),
  },
}

/** Storms as text: over the map of a desk, and of a wall. */
export const stormsInWords: DeskPart = {
  id: 'storms',
  Head: lazyPart(() => import('./sentence/situation-sentence.tsx')),
  WallNote: partOnDemand(() => import('./wall-note.tsx')),
}
