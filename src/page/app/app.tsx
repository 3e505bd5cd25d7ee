import { lazy, Suspense, startTransition, useEffect, useState } from 'react'
import { type DeskPart, DeskPartsProvider } from '../live/desk-part.ts'
import { ErrorBoundary } from '../live/error-boundary.tsx'
import { lazyPart } from '../live/lazy-part.ts'
import type { MapOverlay } from '../live/overlay.ts'
import { MapStage } from '../map/map-stage.tsx'
import { usePage } from '../state/page-store.ts'
import { ScreenFailed } from './screen-failed.tsx'

// What floats over the map loads beside it, not before it.
const Desk = lazyPart(() => import('../desk/desk.tsx'))
const Wall = lazy(() => import('../wall/wall.tsx'))

/** Where no map is drawn by then, whatever floats over it says why. */
const MAP_FIRST_MS = 1_500

interface AppProps {
  overlays: readonly MapOverlay[]
  parts: readonly DeskPart[]
}

export function App({ overlays, parts }: AppProps) {
  const screen = usePage((state) => (state.wall ? 'wall' : 'desk'))
  const Screen = screen === 'wall' ? Wall : Desk
  // Painting panels and preparing the map's programs are work for the same GPU, and the strikes wait for the latter.
  const [mayFloat, setMayFloat] = useState(false)
  // In slices: the map goes on being drawn meanwhile.
  const [float] = useState(() => () => startTransition(() => setMayFloat(true)))
  useEffect(() => {
    const timer = setTimeout(float, MAP_FIRST_MS)
    return () => clearTimeout(timer)
  }, [float])
  return (
    <DeskPartsProvider value={parts}>
      <ErrorBoundary fallback={() => <ScreenFailed />}>
        <MapStage overlays={overlays} onDrawn={float} />
      </ErrorBoundary>
      <ErrorBoundary resetKey={screen} fallback={() => <ScreenFailed />}>
        <Suspense>{mayFloat ? <Screen overlays={overlays} /> : null}</Suspense>
      </ErrorBoundary>
    </DeskPartsProvider>
  )
}
