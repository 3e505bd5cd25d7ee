import { fitView, type Inset } from '../../../core/geo/fit-view.ts'
import { type Box, mercatorX, mercatorY } from '../../../core/geo/geo.ts'
import { modulo } from '../../../core/util/modulo.ts'
import { HOME_BOX, homeBox } from '../../state/home-box.ts'
import { NARROW, SHORT } from '../../state/narrow.ts'
import { usePage } from '../../state/page-store.ts'
import type { View } from '../../state/view.ts'
import { wallScale } from '../../state/wall-scale.ts'
import { deskScale } from '../map-size.ts'

/** What covers the map, in its own pixels: the layers, bar, timeline and tools; where nothing is selected. */
const DESK: Inset = { top: 88, right: 56, bottom: 84, left: 312 }
const PHONE: Inset = { top: 96, right: 8, bottom: 84, left: 8 }
const PHONE_ON_ITS_SIDE: Inset = { top: 64, right: 108, bottom: 84, left: 8 }

/** All of the area of interest, in what panels leave free of a map of this window's size. */
export const homeView = (): View => fittedView(homeBox())

/** All of `box`, likewise. */
export function fittedView(box: Box): View {
  const { wall } = usePage.getState()
  if (wall) {
    const { map, inset } = wallScale(wall.scale)
    return fitView(box, { width: innerWidth / map, height: innerHeight / map }, inset)
  }
  const scale = deskScale()
  const size = { width: innerWidth / scale, height: innerHeight / scale }
  const inset = matchMedia(NARROW).matches ? PHONE : matchMedia(SHORT).matches ? PHONE_ON_ITS_SIDE : DESK
  return fitView(box, size, inset)
}

/** China on a desk's map of that size, CSS pixels. */
export function homeViewAtDesk(size: { width: number; height: number }): View {
  return fitView(HOME_BOX, size, DESK)
}

/** Width by height of the area of interest on the map. */
export function homeAspect(): number {
  const { west, south, east, north } = homeBox()
  return modulo(mercatorX(east) - mercatorX(west), 1) / (mercatorY(south) - mercatorY(north))
}
