import { addProtocol, type RasterTileSource, removeProtocol, type VectorTileSource } from 'maplibre-gl'
import { useEffect } from 'react'
import { useMapInstance } from './map-hooks.ts'

/**
 * Serves map sources at URLs beginning with `scheme://` by `answer`; no bytes are an empty tile. Returns a function
 * that stops it.
 */
export function serveTiles(
  scheme: string,
  answer: (url: string, signal: AbortSignal) => Promise<ArrayBuffer>,
): () => void {
  addProtocol(scheme, async ({ url }, { signal }) => ({ data: await answer(url, signal) }))
  return () => removeProtocol(scheme)
}

/**
 * Keeps a tile source at `address`. `Source` sets the address while rendering, and a first render that React discards
 * leaves the address of that render behind: pass the first address to `Source`, and later ones here.
 */
export function useSourceTiles(sourceId: string, address: string): void {
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    const set = () => {
      const source = map.getSource<RasterTileSource | VectorTileSource>(sourceId)
      if (source?.tiles && source.tiles[0] !== address) source.setTiles([address])
    }
    set()
    return map.on('styledata', set).unsubscribe
  }, [map, sourceId, address])
}
