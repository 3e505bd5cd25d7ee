import { type ComponentType, Suspense } from 'react'
import { useServerConnection } from '../../live/server-connection.ts'
import { partOnDemand } from '../../ui/part/lazy-part.ts'

/** A lazily loaded component that renders nothing unless the operator added layers. */
export function ifConfigured(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Part = partOnDemand(load)
  return () =>
    useServerConnection().layers ? (
      <Suspense>
        <Part />
      </Suspense>
    ) : null
}
