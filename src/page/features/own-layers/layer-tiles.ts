import { useEffect } from 'react'
import { LayerPartError } from '../../../client/layers/layer-access.ts'
import type { ListedLayer } from '../../../contract/layers.ts'
import { SECOND_MS } from '../../../core/time/durations.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useMapInstance } from '../../map/map-hooks.ts'
import { serveTiles } from '../../map/tile-source.ts'
import { currentFailures, readNoted, useLayerProgress } from './layer-progress.ts'
import type { OwnLayers } from './use-own-layers.ts'

/** The map asks for tiles of layers at addresses of this scheme, so that it is us who ask, and hear what comes. */
const SCHEME = 'own-layer'
const ADDRESS = new RegExp(`^${SCHEME}://([^/]+)/([^/]+)/(\\d+)/(\\d+)/(\\d+)$`)

const AGAIN_MS = 4 * SECOND_MS
/** Another one each time: a worker takes over what it is given. */
const nothing = () => new ArrayBuffer(0)

/** The address of the tiles of a layer at a moment. */
export function tileAddress(id: string, moment: string): string {
  return `${SCHEME}://${id}/${moment}/{z}/{x}/{y}`
}

/** Answers the map's questions for tiles of these layers. Answers how to stop. */
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
      // The map would take a tile that failed and is asked for again for one that it can draw.
      if (error instanceof LayerPartError) return nothing()
      throw error
    }
  })
}

/** Asks again for tiles of the layer that failed, as long as the component is there. */
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

/** The map's source of a layer. */
export const sourceOf = (id: string) => `own-${id}`
