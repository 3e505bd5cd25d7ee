import type { ErrorEvent, Tile } from 'maplibre-gl'
import { useEffect } from 'react'
import { useContract } from './contract-context.ts'
import { useMapInstance } from './map-hooks.ts'

const AGAIN_MS = 4_000

interface TileId {
  x: number
  y: number
  z: number
}

/** Asks again for tiles that did not come, until they do: MapLibre leaves a hole where the network was away for a moment. */
export default function MissedTiles() {
  const map = useMapInstance()
  const { clock } = useContract()
  useEffect(() => {
    if (!map) return
    const missed = new Map<string, TileId[]>()
    let cancel: (() => void) | null = null
    const ask = () => {
      cancel = null
      const bySource = [...missed]
      missed.clear()
      for (const [source, tiles] of bySource) if (map.getSource(source)) map.refreshTiles(source, tiles)
    }
    const fail = (event: ErrorEvent & { sourceId?: string; tile?: Tile }) => {
      const { sourceId, tile } = event
      if (!sourceId || !tile) return
      missed.set(sourceId, [...(missed.get(sourceId) ?? []), tile.tileID.canonical])
      cancel ??= clock.after(AGAIN_MS, ask)
    }
    map.on('error', fail)
    return () => {
      cancel?.()
      map.off('error', fail)
    }
  }, [map, clock])
  return null
}
