import { Suspense } from 'react'
import { lazyPart } from '../../live/lazy-part.ts'
import { usePage } from '../../state/page-store.ts'

const NightLayer = lazyPart(() => import('./night-layer.tsx'))

/** The dark side of the Earth, for who wants to see it. It comes after the map. */
export function DayAndNight() {
  const shown = usePage((state) => state.mapLines.includes('night'))
  return shown ? (
    <Suspense>
      <NightLayer />
    </Suspense>
  ) : null
}
