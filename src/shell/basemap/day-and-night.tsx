import { lazy, Suspense } from 'react'
import { useShell } from '../shell-store.ts'

const NightLayer = lazy(() => import('./night-layer.tsx'))

/** The dark side of the Earth, for who wants to see it. It comes after the map. */
export function DayAndNight() {
  const shown = useShell((state) => state.mapLines.includes('night'))
  return shown ? (
    <Suspense>
      <NightLayer />
    </Suspense>
  ) : null
}
