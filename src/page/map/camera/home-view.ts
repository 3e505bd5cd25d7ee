import { fitView } from '../../../core/geo/fit-view.ts'
import { type Box, mercatorX, mercatorY } from '../../../core/geo/geo.ts'
import { modulo } from '../../../core/util/modulo.ts'
import { homeBox } from '../../state/home-box.ts'
import { usePage } from '../../state/page-store.ts'
import type { View } from '../../state/view.ts'
import { wallScale } from '../../state/wall-scale.ts'
import { deskView } from './desk-view.ts'

/** All of the area of interest, in what panels leave free of a map of this window's size. */
export const homeView = (): View => fittedView(homeBox())

/** All of `box`, likewise. */
export function fittedView(box: Box): View {
  const { wall } = usePage.getState()
  if (!wall) return deskView(box)
  const { map, inset } = wallScale(wall.scale)
  return fitView(box, { width: innerWidth / map, height: innerHeight / map }, inset)
}

/** Width by height of the area of interest on the map. */
export function homeAspect(): number {
  const { west, south, east, north } = homeBox()
  return modulo(mercatorX(east) - mercatorX(west), 1) / (mercatorY(south) - mercatorY(north))
}
