import { Suspense } from 'react'
import { lazyPart } from '../../live/lazy-part.ts'
import { useServerConnection } from '../../live/server-connection.ts'

const ReliefLayer = lazyPart(() => import('./relief-layer.tsx'))

/** The relief of the embedded base map, loaded after all layers; other styles have their own. */
export function Relief() {
  const { config } = useServerConnection()
  return config.basemapStyleUrl ? null : (
    <Suspense>
      <ReliefLayer />
    </Suspense>
  )
}
