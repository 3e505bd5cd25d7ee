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
  getSource(id: string): unknown
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
    for (const [source, tiles] of bySource) if (map.getSource(source)) map.refreshTiles(source, tiles)
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
