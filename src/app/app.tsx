import { lazy, Suspense } from 'react'
import { type DeskPart, DeskPartsProvider } from '../shell/desk-part.ts'
import { MapStage } from '../shell/map-stage.tsx'
import type { MapOverlay } from '../shell/overlay.ts'

// What floats over the map loads beside it, not before it.
const Desk = lazy(() => import('../shell/desk.tsx'))

interface AppProps {
  overlays: readonly MapOverlay[]
  parts: readonly DeskPart[]
}

export function App({ overlays, parts }: AppProps) {
  return (
    <DeskPartsProvider value={parts}>
      <MapStage overlays={overlays} />
      <Suspense>
        <Desk overlays={overlays} />
      </Suspense>
    </DeskPartsProvider>
  )
}
