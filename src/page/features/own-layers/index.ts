import type { DeskPart } from '../../live/desk-part.ts'
import { whereThereAre } from './where-there-are.tsx'

const Credits = whereThereAre(() => import('./layer-credits.tsx'))

/** What the operator added to the map by `LAYERS_FILE`. Without any, nothing more of it is loaded. */
export const ownLayers: DeskPart = {
  id: 'own-layers',
  Layer: whereThereAre(() => import('./layers-on-map.tsx')),
  LayerRows: whereThereAre(() => import('./layer-rows.tsx')),
  Foot: Credits,
  WallNote: Credits,
}
