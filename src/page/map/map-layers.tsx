import { type ComponentType, Suspense } from 'react'
import { DeskSlot } from '../live/desk-slot.tsx'
import { ErrorBoundary } from '../live/error-boundary.tsx'
import type { MapOverlay } from '../live/overlay.ts'
import { WithQueries } from '../live/with-queries.ts'
import { usePage } from '../state/page-store.ts'
import { DayAndNight } from './basemap/day-and-night.tsx'

interface MapLayersProps {
  overlays: readonly MapOverlay[]
  /** Whether the ground is drawn, or not waited for any longer. */
  isOpened: boolean
}

/** What lies on the ground. While the page opens only what it is opened for: the rest would have the ground come later. */
export function MapLayers({ overlays, isOpened }: MapLayersProps) {
  const on = usePage((state) => state.overlaysOn)
  const shown = overlays.filter(({ id, Row }) => !Row || on.includes(id))
  return (
    <>
      {shown.map(({ id, FirstLayer }) => FirstLayer && <Guarded key={id} Layer={FirstLayer} />)}
      {isOpened ? (
        <Suspense>
          <WithQueries>
            {shown.map(({ id, Layer }) => Layer && <Guarded key={id} Layer={Layer} />)}
            <DayAndNight />
            <DeskSlot place="Layer" />
          </WithQueries>
        </Suspense>
      ) : null}
    </>
  )
}

/** One that fails leaves the others as they are. */
function Guarded({ Layer }: { Layer: ComponentType }) {
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <Layer />
      </Suspense>
    </ErrorBoundary>
  )
}
