import { lazy } from 'react'
import type { DeskPart } from '../../shell/desk-part.ts'

/** All airports as a table, the worst first. */
export const board: DeskPart = {
  id: 'board',
  Tool: lazy(() => import('./board-tool.tsx')),
  Strip: lazy(() => import('./worst-strip.tsx')),
  Cover: lazy(() => import('./board-cover.tsx')),
}
