import { type ComponentType, lazy, Suspense } from 'react'
import { useServerConnection } from '../../live/server-connection.ts'

/** A lazily loaded component that renders nothing unless the operator added layers. */
export function ifConfigured(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Part = lazy(load)
  return () =>
    useServerConnection().layers ? (
      <Suspense>
        <Part />
      </Suspense>
    ) : null
}
