import { useEffect } from 'react'
import { LayerPartError } from '../../../client/layers/layer-access.ts'
import type { ListedLayer } from '../../../contract/layers.ts'
import { SECOND_MS } from '../../../core/time/durations.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useMapInstance } from '../../map/map-hooks.ts'
import { serveTiles } from '../../map/tile-source.ts'
import { currentFailures, readNoted, useLayerProgress } from './layer-progress.ts'
import type { OwnLayers } from './use-own-layers.ts'

/** URL scheme of layer tiles, so that the page requests them itself and sees the results. */
const SCHEME = 'own-layer'
const ADDRESS = new RegExp(`^${SCHEME}://([^/]+)/([^/]+)/(\\d+)/(\\d+)/(\\d+)$`)

const AGAIN_MS = 4 * SECOND_MS
/** A new buffer each time: transferring it to a worker detaches it. */
const nothing = () => new ArrayBuffer(0)

export function tileAddress(id: string, moment: string): string {
  return `${SCHEME}://${id}/${moment}/{z}/{x}/{y}`
}

/** Serves the map's tile requests for these layers. Returns a function that stops it. */
export function serveLayerTiles({ access, layers }: OwnLayers, nowMs: () => number): () => void {
  return serveTiles(SCHEME, async (url, signal) => {
    const [, id = '', moment = '', ...numbers] = ADDRESS.exec(url) ?? []
    const layer = layers.find((each) => each.id === id)
    if (!layer) throw new Error(`There is no layer for ${url}.`)
    const [z = 0, x = 0, y = 0] = numbers.map(Number)
    const question = { tile: { z, x, y }, timeMs: layer.time ? Number(moment) : null }
    const of = { id, moment, part: `${z}/${x}/${y}`, nowMs }
    try {
      const { bytes } = await readNoted(of, () => access.read(layer, question, signal))
      return bytes ?? nothing()
    } catch (error) {
      // MapLibre would treat a failed tile that is requested again as drawable.
      if (error instanceof LayerPartError) return nothing()
      throw error
    }
  })
}

/** Retries failed tiles of the layer while the component is mounted. */
export function useTilesAgain({ id }: ListedLayer): void {
  const map = useMapInstance()
  const { clock } = useServerConnection()
  useEffect(() => {
    if (!map) return
    return clock.every(AGAIN_MS, () => {
      const progress = useLayerProgress.getState()[id]
      const source = sourceOf(id)
      if (!progress || !map.getSource(source)) return
      const tiles = Object.keys(currentFailures(progress, clock.now())).map((part) => part.split('/').map(Number))
      if (tiles.length > 0)
        map.refreshTiles(
          source,
          tiles.map(([z = 0, x = 0, y = 0]) => ({ z, x, y })),
        )
    })
  }, [map, clock, id])
}

export const sourceOf = (id: string) => `own-${id}`
