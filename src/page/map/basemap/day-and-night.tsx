import { LayerBoundary } from '../../live/layer-boundary.tsx'
import { usePage } from '../../state/page-store.ts'
import { lazyPart } from '../../ui/part/lazy-part.ts'

const NightLayer = lazyPart(() => import('./night-layer.tsx'))

/** The night side of the Earth, optional. It loads after the map. */
export function DayAndNight() {
  const shown = usePage((state) => state.mapLines.includes('night'))
  return shown ? (
    <LayerBoundary id="night">
      <NightLayer />
    </LayerBoundary>
  ) : null
}
