import { lazy } from 'react'
import type { DeskPart } from '../../shell/desk-part.ts'

/** When it struck, and the way to another moment. Loads after the map. */
export const timeline: DeskPart = {
  id: 'timeline',
  Foot: lazy(() => import('./timeline.tsx')),
}
