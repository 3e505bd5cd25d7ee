import type { DeskPart } from '../../live/desk-part.ts'
import { partWhile } from '../../live/part-while.tsx'
import { useServerConnection } from '../../live/server-connection.ts'

const useHasLayers = () => useServerConnection().layers !== undefined

const Credits = partWhile(useHasLayers, () => import('./layer-credits.tsx'))

/** The operator's layers from `LAYERS_FILE`. Without any, no further code is loaded. */
export const ownLayers: DeskPart = {
  id: 'own-layers',
  Layer: partWhile(useHasLayers, () => import('./layers-on-map.tsx')),
  LayerRows: partWhile(useHasLayers, () => import('./layer-rows.tsx')),
  Foot: Credits,
  WallNote: Credits,
}
