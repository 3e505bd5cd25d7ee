import { type ComponentType, Suspense, startTransition, useEffect, useState } from 'react'
import { useDeskParts } from '../live/desk-part.ts'
import { LayerBoundary } from '../live/layer-boundary.tsx'
import type { MapOverlay } from '../live/overlay.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { WithQueries } from '../live/with-queries.ts'
import { usePage } from '../state/page-store.ts'
import { lazyPart } from '../ui/part/lazy-part.ts'

const ReliefLayer = lazyPart(() => import('./basemap/relief-layer.tsx'))
const NightLayer = lazyPart(() => import('./basemap/night-layer.tsx'))

interface MapLayersProps {
  overlays: readonly MapOverlay[]
  /** Whether the ground is drawn, or not waited for any longer. */
  isOpened: boolean
}

/** The layers of the map. While the page opens only the main layer: others would delay the base map. */
export function MapLayers({ overlays, isOpened }: MapLayersProps) {
  const on = usePage((state) => state.overlaysOn)
  const isNightShown = usePage((state) => state.mapLines.includes('night'))
  const { config } = useServerConnection()
  const parts = useDeskParts()
  const shown = overlays.filter(({ id, Row }) => !Row || on.includes(id))
  // One after the other: all at once they would hold the page up.
  const [begun, setBegun] = useState(0)
  const isNextDue = isOpened && begun < shown.length
  useEffect(() => {
    if (isNextDue) startTransition(() => setBegun(begun + 1))
  }, [isNextDue, begun])
  return (
    <>
      {layersOf(shown.map(({ id, FirstLayer }) => ({ id, Layer: FirstLayer })))}
      {isOpened ? (
        <Suspense>
          <WithQueries>
            {layersOf(shown.slice(0, begun))}
            {/* Other styles than ours have their own relief. */}
            {layersOf([
              { id: 'relief', Layer: isNextDue || config.basemapStyleUrl ? undefined : ReliefLayer },
              { id: 'night', Layer: isNightShown ? NightLayer : undefined },
              ...parts,
            ])}
          </WithQueries>
        </Suspense>
      ) : null}
    </>
  )
}

/** One that fails leaves the others as they are. */
function layersOf(all: readonly { id: string; Layer?: ComponentType | undefined }[]) {
  return all.map(
    ({ id, Layer }) =>
      Layer && (
        <LayerBoundary key={id} id={id}>
          <Layer />
        </LayerBoundary>
      ),
  )
}
