import type { DeskPart } from '../../live/desk-part.ts'
import { lazyPart, partOnDemand } from '../../ui/part/lazy-part.ts'
import { whileOn } from './while-on.tsx'

/**
 * Sums of lightning over an hour up to the whole history: the lowest hazard layer, off by default; and thunderstorm
 * hours of a place.
 */
export const accumulations: DeskPart = {
  id: 'accumulations',
  Layer: whileOn(() => import('./sums-layer.tsx')),
  LayerRows: lazyPart(() => import('./sums-row.tsx')),
  AirportFoot: partOnDemand(() => import('./place/place-section.tsx')),
  WallNote: whileOn(() => import('./sums-note.tsx')),
}
