import { fitView, type Inset } from '../../../core/geo/fit-view.ts'
import type { Box } from '../../../core/geo/geo.ts'
import { HOME_BOX } from '../../state/home-box.ts'
import { NARROW, NARROW_PX, SHORT } from '../../state/narrow.ts'
import type { View } from '../../state/view.ts'
import { deskScale } from '../desk-scale.ts'

/** What covers the map, in its own pixels: the layers, bar, timeline and tools; where nothing is selected. */
const DESK: Inset = { top: 88, right: 56, bottom: 84, left: 312 }
const PHONE: Inset = { top: 96, right: 8, bottom: 84, left: 8 }
const PHONE_ON_ITS_SIDE: Inset = { top: 64, right: 108, bottom: 84, left: 8 }

/** All of `box`, in what the panels of a desk leave free of a map of this window's size. */
export function deskView(box: Box): View {
  const scale = deskScale()
  const size = { width: innerWidth / scale, height: innerHeight / scale }
  const inset = matchMedia(NARROW).matches ? PHONE : matchMedia(SHORT).matches ? PHONE_ON_ITS_SIDE : DESK
  return fitView(box, size, inset)
}

/** China on the map of a desk or an upright phone of that size, CSS pixels. */
export function homeViewAtDesk(size: { width: number; height: number }): View {
  return fitView(HOME_BOX, size, size.width > NARROW_PX ? DESK : PHONE)
}
