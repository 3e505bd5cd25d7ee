import type { DeskPart } from '../../live/desk-part.ts'
import { lazyPart } from '../../ui/part/lazy-part.ts'

/** All airports as a table, the worst first. */
export const board: DeskPart = {
  id: 'board',
  Tool: lazyPart(() => import('./board-tool.tsx')),
  Strip: lazyPart(() => import('./worst-strip.tsx')),
  WallHead: lazyPart(() => import('./wall-worst.tsx')),
  Cover: lazyPart(() => import('./board-cover.tsx')),
}
