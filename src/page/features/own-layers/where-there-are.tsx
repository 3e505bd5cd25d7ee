import { type ComponentType, lazy, Suspense } from 'react'
import { useServerConnection } from '../../live/server-connection.ts'

/** A part that is loaded where the operator added layers, and is nothing elsewhere. */
export function whereThereAre(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Part = lazy(load)
  return () =>
    useServerConnection().layers ? (
      <Suspense>
        <Part />
      </Suspense>
    ) : null
}
