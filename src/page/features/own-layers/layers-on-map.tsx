import { useEffect, useState } from 'react'
import type { ListedLayer } from '../../../contract/layers.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { wantLayer } from './layer-progress.ts'
import { serveLayerTiles } from './layer-tiles.ts'
import { PictureLayer } from './picture-layer.tsx'
import { GeojsonLayer, VectorTileLayer } from './shape-layers.tsx'
import { type OwnLayers, useOwnLayers, useWantedLayer } from './use-own-layers.ts'

/** The operator's layers on the map, the first one on top. */
export default function LayersOnMap() {
  const { own } = useOwnLayers()
  const isServed = useServedTiles(own)
  if (!own || !isServed) return null
  return own.layers.toReversed().map((layer) => <OwnLayer key={layer.id} layer={layer} own={own} />)
}

function useServedTiles(own: OwnLayers | null): boolean {
  const { clock } = useServerConnection()
  const [served, setServed] = useState<OwnLayers | null>(null)
  useEffect(() => {
    if (!own) return
    setServed(own)
    return serveLayerTiles(own, clock.now)
  }, [own, clock])
  return own !== null && served === own
}

/** Kept on the map while hidden, so that the order stays. */
function OwnLayer({ layer, own }: { layer: ListedLayer; own: OwnLayers }) {
  const { on, opacity, moment } = useWantedLayer(layer)
  // The last data stay while there are none for the shown time.
  const [first] = useState(moment)
  const shown = moment ?? first
  const isWanted = on && moment !== null
  useEffect(() => {
    if (isWanted) wantLayer(layer.id, moment)
  }, [layer, isWanted, moment])
  if (shown === null) return null
  const drawn = { layer, moment: shown, isShown: isWanted, opacity }
  if (layer.kind === 'geojson') return <GeojsonLayer {...drawn} access={own.access} />
  return layer.kind === 'mvt' ? <VectorTileLayer {...drawn} /> : <PictureLayer {...drawn} />
}
