import { create } from 'zustand'
import type { Inset } from '../../core/geo/fit-view.ts'

/** The smallest type on a wall, of the longer and the shorter side of its screen. */
const OF_LONG = 0.0146
const OF_SHORT = 0.026
const LEAST_PX = 12
/** The size of type at which the map is drawn as at a desk. */
const DESK_TYPE_PX = 19

/** Sizes covered by the wall's components after layout, CSS pixels of the window; null until measured. */
export const useMeasuredInset = create<{ inset: Inset | null }>()(() => ({ inset: null }))

/** Before measurement: sizes covered by headlines, bar and timeline, in units of the wall's type. */
const LANDSCAPE: Inset = { top: 3, right: 1, bottom: 6, left: 20.6 }
const PORTRAIT: Inset = { top: 6, right: 1, bottom: 46, left: 1 }

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
  const measured = useMeasuredInset.getState().inset
  const unit = measured ? 1 / map : px / map
  const { top, right, bottom, left } = measured ?? (innerWidth >= innerHeight ? LANDSCAPE : PORTRAIT)
  return { px, map, inset: { top: top * unit, right: right * unit, bottom: bottom * unit, left: left * unit } }
}
