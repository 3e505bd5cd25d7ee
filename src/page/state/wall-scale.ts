import { create } from 'zustand'
import type { Inset } from '../../core/geo/fit-view.ts'

/**
 * The smallest type on a wall, of the longer and the shorter side of its screen: capitals of 1/280 of the distance at 5 m from a screen
 * 1.2 m wide.
 */
const OF_LONG = 0.0211
const OF_SHORT = 0.0375
const LEAST_PX = 14
/** The size of type at which the map is drawn as at a desk. */
const DESK_TYPE_PX = 19

/** Sizes covered by the wall's components after layout, CSS pixels of the window; null until measured. */
export const useMeasuredInset = create<{ inset: Inset | null }>()(() => ({ inset: null }))

const UNCOVERED: Inset = { top: 0, right: 0, bottom: 0, left: 0 }

export interface WallScale {
  /** CSS pixels of the wall's type. */
  px: number
  /** How much larger than at a desk the map is drawn. */
  map: number
  /** Covered part of the map, in its pixels. */
  inset: Inset
}

/** How large things are on a wall of this window's size. */
export function wallScale(scale: number): WallScale {
  const long = Math.max(innerWidth, innerHeight)
  const short = Math.min(innerWidth, innerHeight)
  const px = Math.max(LEAST_PX, Math.min(long * OF_LONG, short * OF_SHORT)) * scale
  const map = Math.max(1, px / DESK_TYPE_PX)
  const { top, right, bottom, left } = useMeasuredInset.getState().inset ?? UNCOVERED
  return { px, map, inset: { top: top / map, right: right / map, bottom: bottom / map, left: left / map } }
}
