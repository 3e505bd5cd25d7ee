import { useMemo, useSyncExternalStore } from 'react'
import { usePage } from '../state/page-store.ts'
import { useMeasuredInset, type WallScale, wallScale } from '../state/wall-scale.ts'

/** The size of type at which the map is drawn as it is laid out. */
const TYPE_PX = 16

let held = { width: Number.NaN, scale: 1 }

/** How large things are, while the screen is a wall's; null at a desk. */
export function useWallScale(): WallScale | null {
  const scale = usePage((state) => state.wall?.scale ?? null)
  const { width, height } = useWindowSize()
  const measured = useMeasuredInset((state) => state.inset)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the window's size is read where it is used
  return useMemo(() => (scale === null ? null : wallScale(scale)), [scale, width, height, measured])
}

/** How much larger than it is laid out the map is drawn. */
export function useMapScale(): number {
  const wall = useWallScale()
  useWindowSize() // where type changes its size
  return wall?.map ?? deskScale()
}

/**
 * The same at a desk: marks and names grow with the type of the page, which keeps its size to the eye. The browser lays the
 * page out before it says that size, and a desk asks while it is put together: once for each width, which the type goes by.
 */
export function deskScale(): number {
  if (held.width !== innerWidth) {
    const { fontSize } = getComputedStyle(document.documentElement)
    held = { width: innerWidth, scale: Math.max(1, Number.parseFloat(fontSize) / TYPE_PX) }
  }
  return held.scale
}

/** The size that the map is laid out at, CSS pixels; it may be drawn larger. */
export function useMapSize(): { width: number; height: number } {
  const { width, height } = useWindowSize()
  const factor = useMapScale()
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
