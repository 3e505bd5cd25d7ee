import { LayerBoundary } from '../../live/layer-boundary.tsx'
import { useServerConnection } from '../../live/server-connection.ts'
import { lazyPart } from '../../ui/part/lazy-part.ts'

const ReliefLayer = lazyPart(() => import('./relief-layer.tsx'))

/** The relief of the embedded base map, loaded after all layers; other styles have their own. */
export function Relief() {
  const { config } = useServerConnection()
  return config.basemapStyleUrl ? null : (
    <LayerBoundary id="relief">
      <ReliefLayer />
    </LayerBoundary>
  )
}
