import { useMemo, useSyncExternalStore } from 'react'
import { useShell } from './shell-store.ts'
import { type WallScale, wallScale } from './wall/wall-scale.ts'

/** How large things are, while the screen is a wall's; null at a desk. */
export function useWallScale(): WallScale | null {
  const scale = useShell((state) => state.wall?.scale ?? null)
  const { width, height } = useWindowSize()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the window's size is read where it is used
  return useMemo(() => (scale === null ? null : wallScale(scale)), [scale, width, height])
}

/** The size that the map is laid out at, CSS pixels; on a wall it is then drawn larger. */
export function useMapSize(): { width: number; height: number } {
  const { width, height } = useWindowSize()
  const factor = useWallScale()?.map ?? 1
  return { width: width / factor, height: height / factor }
}

function useWindowSize(): { width: number; height: number } {
  const width = useSyncExternalStore(onResize, () => innerWidth)
  const height = useSyncExternalStore(onResize, () => innerHeight)
  return { width, height }
}

function onResize(changed: () => void): () => void {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}
