import { Suspense, startTransition, useEffect, useState } from 'react'
import { type DeskPart, DeskPartsProvider } from '../live/desk-part.ts'
import { ErrorBoundary } from '../live/error-boundary.tsx'
import type { MapOverlay } from '../live/overlay.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { WithQueries } from '../live/with-queries.ts'
import { MapStage } from '../map/map-stage.tsx'
import { usePage } from '../state/page-store.ts'
import { lazyPart, loadPartsEarly, partOnDemand } from '../ui/part/lazy-part.ts'
import { ScreenFailed } from './screen-failed.tsx'

// The desk loads after the map.
const Desk = lazyPart(() => import('../desk/desk.tsx'))
const Wall = partOnDemand(() => import('../wall/wall.tsx'))

/** Maximum wait of all else for the map. Without a map by then, the desk shows why. */
const MAP_FIRST_MS = 3_000

export function App({ overlays, parts }: { overlays: readonly MapOverlay[]; parts: readonly DeskPart[] }) {
  const screen = usePage((state) => (state.wall ? 'wall' : 'desk'))
  const Screen = screen === 'wall' ? Wall : Desk
  const connection = useServerConnection()
  // The map loads first: other downloads and work would compete with it for bandwidth and CPU.
  const [isOpened, setOpened] = useState(false)
  const [open] = useState(() => () => {
    if (!usePage.getState().wall) loadPartsEarly()
    startTransition(() => setOpened(true)) // renders in slices, so that the map keeps drawing
  })
  useEffect(() => {
    const timer = setTimeout(open, MAP_FIRST_MS)
    return () => clearTimeout(timer)
  }, [open])
  // First the desk, then the other layers: rendering both in one piece would block the page.
  const [areLayersOpened, setLayersOpened] = useState(false)
  useEffect(() => {
    if (!isOpened) return
    startTransition(() => setLayersOpened(true))
    connection.live.startRest()
    const stops = [...overlays, ...parts].map((each) => each.attach?.(connection))
    return () => {
      for (const stop of stops) stop?.()
    }
  }, [isOpened, overlays, parts, connection])
  return (
    <DeskPartsProvider value={parts}>
      <ErrorBoundary fallback={(_, reason) => <ScreenFailed reason={reason} />}>
        <MapStage overlays={overlays} isOpened={areLayersOpened} onDrawn={open} />
      </ErrorBoundary>
      <ErrorBoundary resetKey={screen} fallback={(_, reason) => <ScreenFailed reason={reason} />}>
        <Suspense>
          {isOpened ? (
            <WithQueries>
              <Screen overlays={overlays} />
            </WithQueries>
          ) : null}
        </Suspense>
      </ErrorBoundary>
    </DeskPartsProvider>
  )
}
