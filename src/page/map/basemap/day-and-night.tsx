import { Suspense } from 'react'
import { lazyPart } from '../../live/lazy-part.ts'
import { usePage } from '../../state/page-store.ts'

const NightLayer = lazyPart(() => import('./night-layer.tsx'))

/** The night side of the Earth, optional. It loads after the map. */
export function DayAndNight() {
  const shown = usePage((state) => state.mapLines.includes('night'))
  return shown ? (
    <Suspense>
      <NightLayer />
    </Suspense>
  ) : null
}
