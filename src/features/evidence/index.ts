import { lazy } from 'react'
import type { DeskPart } from '../../shell/desk-part.ts'

/** A picture of the map with rings and counts, and the strokes in the rings as a table, by one key. */
export const evidence: DeskPart = {
  id: 'evidence',
  Tool: lazy(() => import('./evidence-tool.tsx')),
  Layer: lazy(() => import('./evidence-layer.tsx')),
}
