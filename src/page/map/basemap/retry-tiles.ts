import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Clock } from '../../../core/time/clock.ts'

const AGAIN_MS = 4_000

type TileId = NonNullable<Parameters<MapLibreMap['refreshTiles']>[1]>[number]

/** MapLibre's event for a failed tile. */
interface TileError {
  sourceId?: string
  tile?: { tileID: { canonical: TileId } }
}

interface TiledMap {
  on(type: 'error', listener: (event: TileError) => void): unknown
  off(type: 'error', listener: (event: TileError) => void): unknown
  getSource(id: string): { type: string; tiles?: string[]; setTiles?(tiles: string[]): unknown } | undefined
  refreshTiles(sourceId: string, tiles: TileId[]): void
}

/** Retries failed tiles until they load: MapLibre itself leaves a hole. Returns a function that stops it. */
export function retryTiles(map: TiledMap, clock: Pick<Clock, 'after'>): () => void {
  const missed = new Map<string, TileId[]>()
  let cancel: (() => void) | null = null
  const ask = () => {
    cancel = null
    const bySource = [...missed]
    missed.clear()
    for (const [id, tiles] of bySource) {
      const source = map.getSource(id)
      // MapLibre treats a failed picture as drawable once it is refreshed, and each frame that draws it fails. Reloading
      // the whole source avoids that, and keeps the pictures that are there.
      if (source?.type === 'raster' && source.tiles) source.setTiles?.(source.tiles)
      else if (source) map.refreshTiles(id, tiles)
    }
  }
  const fail = ({ sourceId, tile }: TileError) => {
    if (!sourceId || !tile) return
    missed.set(sourceId, [...(missed.get(sourceId) ?? []), tile.tileID.canonical])
    cancel ??= clock.after(AGAIN_MS, ask)
  }
  map.on('error', fail)
  return () => {
    cancel?.()
    map.off('error', fail)
  }
}
