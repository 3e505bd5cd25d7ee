import { lazy } from 'react'
import type { DeskPart } from '../../live/desk-part.ts'
import { lazyPart } from '../../live/lazy-part.ts'

/** When it struck, and the way to another moment. Loads after the map. */
export const timeline: DeskPart = {
  id: 'timeline',
  Foot: lazyPart(() => import('./timeline.tsx')),
  WallFoot: lazy(() => import('./wall-timeline.tsx')),
}
