import type { DeskPart } from '../../live/desk-part.ts'
import { whereThereAre } from './where-there-are.tsx'

const Credits = whereThereAre(() => import('./layer-credits.tsx'))

/** The operator's layers from `LAYERS_FILE`. Without any, no further code is loaded. */
export const ownLayers: DeskPart = {
  id: 'own-layers',
  Layer: whereThereAre(() => import('./layers-on-map.tsx')),
  LayerRows: whereThereAre(() => import('./layer-rows.tsx')),
  Foot: Credits,
  WallNote: Credits,
}
