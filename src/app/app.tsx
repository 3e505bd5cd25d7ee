import { lazy, Suspense } from 'react'
import { MapStage } from '../shell/map-stage.tsx'
import type { MapOverlay } from '../shell/overlay.ts'

// What floats over the map loads beside it, not before it.
const Desk = lazy(() => import('../shell/desk.tsx'))

export function App({ overlays }: { overlays: readonly MapOverlay[] }) {
  return (
    <>
      <MapStage overlays={overlays} />
      <Suspense>
        <Desk overlays={overlays} />
      </Suspense>
    </>
  )
}
