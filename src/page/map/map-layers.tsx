import { type ComponentType, Suspense, startTransition, useEffect, useState } from 'react'
import { DeskSlot } from '../live/desk-slot.tsx'
import { ErrorBoundary } from '../live/error-boundary.tsx'
import type { MapOverlay } from '../live/overlay.ts'
import { WithQueries } from '../live/with-queries.ts'
import { usePage } from '../state/page-store.ts'
import { DayAndNight } from './basemap/day-and-night.tsx'
import { Relief } from './basemap/relief.tsx'

interface MapLayersProps {
  overlays: readonly MapOverlay[]
  /** Whether the ground is drawn, or not waited for any longer. */
  isOpened: boolean
}

/** The layers of the map. While the page opens only the main layer: others would delay the base map. */
export function MapLayers({ overlays, isOpened }: MapLayersProps) {
  const on = usePage((state) => state.overlaysOn)
  const shown = overlays.filter(({ id, Row }) => !Row || on.includes(id))
  // One after the other: all at once they would hold the page up.
  const [begun, setBegun] = useState(0)
  const isNextDue = isOpened && begun < shown.length
  useEffect(() => {
    if (isNextDue) startTransition(() => setBegun(begun + 1))
  }, [isNextDue, begun])
  return (
    <>
      {shown.map(({ id, FirstLayer }) => FirstLayer && <Guarded key={id} Layer={FirstLayer} />)}
      {isOpened ? (
        <Suspense>
          <WithQueries>
            {shown.slice(0, begun).map(({ id, Layer }) => Layer && <Guarded key={id} Layer={Layer} />)}
            {isNextDue ? null : <Relief />}
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
