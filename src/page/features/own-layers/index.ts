import type { DeskPart } from '../../live/desk-part.ts'
import { ifConfigured } from './if-configured.tsx'

const Credits = ifConfigured(() => import('./layer-credits.tsx'))

/** The operator's layers from `LAYERS_FILE`. Without any, no further code is loaded. */
export const ownLayers: DeskPart = {
  id: 'own-layers',
  Layer: ifConfigured(() => import('./layers-on-map.tsx')),
  LayerRows: ifConfigured(() => import('./layer-rows.tsx')),
  Foot: Credits,
  WallNote: Credits,
}
