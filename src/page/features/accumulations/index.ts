import type { DeskPart } from '../../live/desk-part.ts'
import { partWhile } from '../../live/part-while.tsx'
import { usePage } from '../../state/page-store.ts'
import { lazyPart, partOnDemand } from '../../ui/part/lazy-part.ts'

const useIsOn = () => usePage(({ sums }) => sums.on)

/**
 * Sums of lightning over an hour up to the whole history: the lowest hazard layer, off by default; and thunderstorm
 * hours of a place.
 */
export const accumulations: DeskPart = {
  id: 'accumulations',
  Layer: partWhile(useIsOn, () => import('./sums-layer.tsx')),
  LayerRows: lazyPart(() => import('./sums-row.tsx')),
  AirportFoot: partOnDemand(() => import('./place/place-section.tsx')),
  WallNote: partWhile(useIsOn, () => import('./sums-note.tsx')),
}
