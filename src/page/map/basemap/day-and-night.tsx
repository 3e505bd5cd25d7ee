import { Suspense } from 'react'
import { lazyPart } from '../lazy-part.ts'
import { useShell } from '../shell-store.ts'

const NightLayer = lazyPart(() => import('./night-layer.tsx'))

/** The dark side of the Earth, for who wants to see it. It comes after the map. */
export function DayAndNight() {
  const shown = useShell((state) => state.mapLines.includes('night'))
  return shown ? (
    <Suspense>
      <NightLayer />
    </Suspense>
  ) : null
}
