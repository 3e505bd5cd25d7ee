import type { DeskPart } from '../../live/desk-part.ts'
import { lazyPart, partOnDemand } from '../../ui/part/lazy-part.ts'

/** When it struck, and the way to another moment. Loads after the map. */
export const timeline: DeskPart = {
  id: 'timeline',
  Foot: lazyPart(() => import('./timeline.tsx')),
  WallFoot: partOnDemand(() => import('./wall-timeline.tsx')),
}
