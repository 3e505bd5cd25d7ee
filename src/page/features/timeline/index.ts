import { lazy } from 'react'
import type { DeskPart } from '../../shell/desk-part.ts'
import { lazyPart } from '../../shell/lazy-part.ts'

/** When it struck, and the way to another moment. Loads after the map. */
export const timeline: DeskPart = {
  id: 'timeline',
  Foot: lazyPart(() => import('./timeline.tsx')),
  WallFoot: lazy(() => import('./wall-timeline.tsx')),
}
