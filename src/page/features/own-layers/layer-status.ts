import type { LayerProblem } from '../../../client/layers/layer-access.ts'
import type { ListedLayer } from '../../../contract/layers.ts'
import { TILE_SIDE_PX, WMS_SIDE_PX } from '../../../core/layers/layer-address.ts'
import { currentFailures, type LayerProgress } from './layer-progress.ts'
import type { WantedLayer } from './use-own-layers.ts'

export type LayerStatus =
  | { kind: 'not-kept' | 'loading' | 'nothing' | 'shown' }
  /** The map has to be closer. */
  | { kind: 'too-far-out'; fromZoom: number }
  /** All or some parts failed. */
  | { kind: 'failed' | 'partly'; problem: LayerProblem }
  /** Features of the file are unreadable. */
  | { kind: 'left-out'; count: number }
  /** Shows earlier data, as the source has no newer ones. */
  | { kind: 'stale' }

export function layerStatus(
  layer: ListedLayer,
  wanted: Pick<WantedLayer, 'moment'>,
  progress: LayerProgress | undefined,
  at: { zoom: number; nowMs: number },
): LayerStatus {
  if (wanted.moment === null) return { kind: 'not-kept' }
  const fromZoom = mapZoom(layer, layer.minZoom)
  if (layer.kind !== 'geojson' && at.zoom < fromZoom) return { kind: 'too-far-out', fromZoom }
  if (!progress || progress.moment !== wanted.moment) return { kind: 'loading' }
  const failure = Object.values(currentFailures(progress, at.nowMs)).at(-1)
  if (failure) return { kind: progress.had > 0 ? 'partly' : 'failed', problem: failure.problem }
  if (progress.had === 0) return { kind: 'loading' }
  if (progress.stale) return { kind: 'stale' }
  if (progress.leftOut > 0) return { kind: 'left-out', count: progress.leftOut }
  return { kind: progress.empty === progress.had ? 'nothing' : 'shown' }
}

/** Width of the layer's tiles in pixels; vector tiles count as those of the base map. */
export function tileSidePx({ kind }: Pick<ListedLayer, 'kind'>): number {
  return kind === 'xyz' || kind === 'wmts' ? TILE_SIDE_PX : WMS_SIDE_PX
}

/** The map's zoom at which tiles of a zoom are drawn in their own size. */
function mapZoom(layer: ListedLayer, tileZoom: number): number {
  return Math.max(0, tileSidePx(layer) === TILE_SIDE_PX ? tileZoom - 1 : tileZoom)
}
