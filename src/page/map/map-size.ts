import { useMemo, useSyncExternalStore } from 'react'
import { usePage } from '../state/page-store.ts'
import { useMeasuredInset, type WallScale, wallScale } from '../state/wall-scale.ts'
import { deskScale } from './desk-scale.ts'

/** The scale of a wall; null at a desk. The component renders again with another size of the window. */
export function useWallScale(): WallScale | null {
  const scale = usePage((state) => state.wall?.scale ?? null)
  const { width, height } = useWindowSize()
  const measured = useMeasuredInset((state) => state.inset)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the window's size is read where it is used
  return useMemo(() => (scale === null ? null : wallScale(scale)), [scale, width, height, measured])
}

/** Ratio of drawn to layout size of the map. */
export function useMapScale(): number {
  return useWallScale()?.map ?? deskScale()
}

/** The layout size of the map, CSS pixels; it may be drawn larger. */
export function useMapSize(): { width: number; height: number } {
  const factor = useMapScale()
  return { width: innerWidth / factor, height: innerHeight / factor }
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
