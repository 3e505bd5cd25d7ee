import type { DeskPart } from '../../live/desk-part.ts'
import { partWhile } from '../../live/part-while.tsx'
import type { PageState } from '../../state/page-store.ts'
import { lazyPart } from '../../ui/part/lazy-part.ts'

const isOn = ({ chanceMinutes }: PageState) => chanceMinutes !== null

/** Contours of the nowcast's chance of lightning, off by default. */
export const chance: DeskPart = {
  id: 'chance',
  Layer: partWhile(isOn, () => import('./chance-layer.tsx')),
  LayerRows: lazyPart(() => import('./chance-row.tsx')),
  WallNote: partWhile(isOn, () => import('./chance-note.tsx')),
}
