import { lazy } from 'react'
import type { DeskPart } from '../../live/desk-part.ts'
import { lazyPart } from '../../live/lazy-part.ts'
import { whereOn } from './where-on.tsx'

/**
 * Sums of lightning over an hour up to all that is kept: below everything else on the map, and off until somebody wants them; and
 * when it thunders at a place.
 */
export const accumulations: DeskPart = {
  id: 'accumulations',
  Layer: whereOn(() => import('./sums-layer.tsx')),
  LayerRows: lazyPart(() => import('./sums-row.tsx')),
  AirportFoot: lazy(() => import('./place/place-section.tsx')),
  WallNote: whereOn(() => import('./sums-note.tsx')),
}
