import type { DeskPart } from '../../live/desk-part.ts'
import { partWhile } from '../../live/part-while.tsx'
import { usePage } from '../../state/page-store.ts'
import { lazyPart } from '../../ui/part/lazy-part.ts'

const useIsOn = () => usePage(({ chanceMinutes }) => chanceMinutes !== null)

/** Contours of the nowcast's chance of lightning, off by default. */
export const chance: DeskPart = {
  id: 'chance',
  Layer: partWhile(useIsOn, () => import('./chance-layer.tsx')),
  LayerRows: lazyPart(() => import('./chance-row.tsx')),
  WallNote: partWhile(useIsOn, () => import('./chance-note.tsx')),
}
