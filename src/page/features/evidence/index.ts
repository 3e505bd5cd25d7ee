import type { DeskPart } from '../../live/desk-part.ts'
import { lazyPart } from '../../ui/part/lazy-part.ts'

/** A picture of the map with rings and counts, with a table of the strokes in the rings, by one key; and a film. */
export const evidence: DeskPart = {
  id: 'evidence',
  Tool: lazyPart(() => import('./evidence-tools.tsx')),
  Layer: lazyPart(() => import('./evidence-layer.tsx')),
}
