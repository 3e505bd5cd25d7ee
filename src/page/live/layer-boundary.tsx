import { type ReactNode, Suspense, useEffect } from 'react'
import { create } from 'zustand'
import { ErrorBoundary } from './error-boundary.tsx'

/** The layers of the map that failed, and are not drawn: ids of overlays and of other parts. */
export const useFailedLayers = create<{ ids: readonly string[] }>()(() => ({ ids: [] }))

/** Around a layer of the map: its row in the layers panel, and the notes of a wall, say that it failed. */
export function LayerBoundary({ id, children }: { id: string; children: ReactNode }) {
  return (
    <ErrorBoundary fallback={() => <LayerFailed id={id} />}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** On the map there is no room for words. */
function LayerFailed({ id }: { id: string }) {
  useEffect(() => {
    useFailedLayers.setState(({ ids }) => ({ ids: [...ids, id] }))
    return () => useFailedLayers.setState(({ ids }) => ({ ids: ids.filter((each) => each !== id) }))
  }, [id])
  return null
}
