import { lazy, Suspense } from 'react'
import { type DeskPart, DeskPartsProvider } from '../shell/desk-part.ts'
import { lazyPart } from '../shell/lazy-part.ts'
import { MapStage } from '../shell/map-stage.tsx'
import type { MapOverlay } from '../shell/overlay.ts'
import { useShell } from '../shell/shell-store.ts'
import { Survive } from '../shell/survive.tsx'
import { ScreenFailed } from './screen-failed.tsx'

// What floats over the map loads beside it, not before it.
const Desk = lazyPart(() => import('../shell/desk.tsx'))
const Wall = lazy(() => import('../shell/wall/wall.tsx'))

interface AppProps {
  overlays: readonly MapOverlay[]
  parts: readonly DeskPart[]
}

export function App({ overlays, parts }: AppProps) {
  const screen = useShell((state) => (state.wall ? 'wall' : 'desk'))
  const Screen = screen === 'wall' ? Wall : Desk
  return (
    <DeskPartsProvider value={parts}>
      <Survive fallback={() => <ScreenFailed />}>
        <MapStage overlays={overlays} />
      </Survive>
      <Survive resetKey={screen} fallback={() => <ScreenFailed />}>
        <Suspense>
          <Screen overlays={overlays} />
        </Suspense>
      </Survive>
    </DeskPartsProvider>
  )
}
