import { fitView, type Inset } from '../../../core/geo/fit-view.ts'
import { NARROW } from '../../state/narrow.ts'
import { usePage } from '../../state/page-store.ts'
import type { View } from '../../state/view.ts'
import { wallScale } from '../../state/wall-scale.ts'
import { deskScale } from '../map-size.ts'

/** China and the seas around it. */
const HOME_BOX = { west: 73, south: 17, east: 136, north: 54 }
/** What covers the map, in its own pixels. */
const DESK: Inset = { top: 56, right: 48, bottom: 24, left: 312 }
const PHONE: Inset = { top: 104, right: 8, bottom: 24, left: 8 }

/** All of China, in what panels leave free of a map of this window's size. */
export function homeView(): View {
  const { wall } = usePage.getState()
  if (wall) {
    const { map, inset } = wallScale(wall.scale)
    return fitView(HOME_BOX, { width: innerWidth / map, height: innerHeight / map }, inset)
  }
  const scale = deskScale()
  const size = { width: innerWidth / scale, height: innerHeight / scale }
  return homeViewIn(size, matchMedia(NARROW).matches)
}

/** The same on a desk's map of that size, CSS pixels. */
export function homeViewIn(size: { width: number; height: number }, isNarrow: boolean): View {
  return fitView(HOME_BOX, size, isNarrow ? PHONE : DESK)
}
